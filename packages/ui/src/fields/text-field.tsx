import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { classNames } from '../class-names.ts'
import { Icon, type IconName } from '../pictures/icon.tsx'
import { useKeptValue } from './kept-value.ts'

type FieldProps = {
  label: ReactNode
  /** After the label, less prominent: "(optional)". */
  mark?: ReactNode
  hint?: ReactNode
  error?: ReactNode
  className?: string | undefined
}

/** Attributes that tie a control to its label, hint and error. */
export type FieldControl = {
  id: string
  'aria-labelledby': string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type FrameProps = FieldProps & { id?: string | undefined; children: (control: FieldControl) => ReactNode }

/** A form field: label above, control, then hint or error. */
export function Field({ label, mark, hint, error, id, className, children }: FrameProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const [labelId, hintId, errorId] = [`${controlId}-label`, `${controlId}-hint`, `${controlId}-error`]
  return (
    <div className={className}>
      <label id={labelId} htmlFor={controlId} className="mb-1.5 block font-[650] text-[.9375rem]">
        {label} {mark && <span className="font-[450] text-ink-2">{mark}</span>}
      </label>
      {children({
        id: controlId,
        'aria-labelledby': labelId,
        'aria-describedby': classNames(Boolean(error) && errorId, Boolean(hint) && hintId) || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <FieldError id={errorId}>{error}</FieldError>
      {hint && (
        <p id={hintId} className="mt-1.5 text-ink-2 text-sm empty:hidden">
          {hint}
        </p>
      )}
    </div>
  )
}

/** The error below a field. */
export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    // Always rendered, so that an error appearing in it is announced.
    <div role="alert">
      {children && (
        <p id={id} className="mt-1.5 flex items-center gap-1.5 font-[650] text-danger text-sm">
          <Icon name="alert" size={18} />
          {children}
        </p>
      )}
    </div>
  )
}

type TextFieldProps = Omit<ComponentProps<'input'>, 'className'> &
  FieldProps & { icon?: IconName; trailing?: ReactNode }

export function TextField({ label, mark, hint, error, className, id, icon, trailing, ...props }: TextFieldProps) {
  const { box, attributes } = useKeptValue(props)
  return (
    <Field {...{ label, mark, hint, error, className, id }}>
      {control => (
        <div ref={box} className="field-box">
          {icon && <Icon name={icon} className="text-ink-2" />}
          <input {...attributes} {...control} />
          {trailing}
        </div>
      )}
    </Field>
  )
}

type PasswordProps = Omit<TextFieldProps, 'type' | 'trailing' | 'icon'> & { showLabel: string; hideLabel: string }

/** A password that can be revealed; the button names its action. */
export function PasswordField({ showLabel, hideLabel, ...props }: PasswordProps) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      icon="lock"
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <button
          type="button"
          aria-label={shown ? hideLabel : showLabel}
          onClick={() => setShown(!shown)}
          className="-mr-2 grid size-11 shrink-0 place-items-center rounded-m text-ink-2"
        >
          <Icon name={shown ? 'eyeOff' : 'eye'} />
        </button>
      }
    />
  )
}

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'className'> &
  FieldProps & {
    /** The used length as formatted by the caller: "12 / 500". */
    counter?: ReactNode
  }

export function TextArea({ label, mark, hint, error, className, id, counter, rows = 3, ...props }: TextAreaProps) {
  const { box, attributes } = useKeptValue(props)
  return (
    <Field {...{ label, mark, hint, error, className, id }}>
      {control => (
        <div ref={box} className="field-box relative">
          <textarea
            rows={rows}
            {...attributes}
            {...control}
            className={classNames('resize-y pt-3', counter ? 'pb-7' : 'pb-3')}
          />
          {counter && (
            <span className="pointer-events-none absolute right-3.5 bottom-1.5 text-ink-2 text-xs tabular-nums">
              {counter}
            </span>
          )}
        </div>
      )}
    </Field>
  )
}

type SelectProps = Omit<ComponentProps<'select'>, 'className'> & FieldProps & { icon?: IconName }

/** The native select in our box. */
export function SelectField({ label, mark, hint, error, className, id, icon, ...props }: SelectProps) {
  return (
    <Field {...{ label, mark, hint, error, className, id }}>
      {control => (
        <div className="field-box relative">
          {icon && <Icon name={icon} className="text-ink-2" />}
          <select {...props} {...control} className="-mr-3.5 appearance-none pr-11" />
          <Icon name="down" className="pointer-events-none absolute right-3.5 text-ink-2" />
        </div>
      )}
    </Field>
  )
}
