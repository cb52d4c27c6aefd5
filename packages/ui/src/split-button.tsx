import type { ComponentProps } from 'react'
import { Button, buttonClass } from './button.tsx'
import { classNames } from './class-names.ts'
import { Menu } from './layers/menu.tsx'
import type { MenuItem, MenuStepper } from './layers/menu-item.tsx'
import { Icon } from './pictures/icon.tsx'

type Props = ComponentProps<typeof Button> & {
  /** The name of the menu and of the button that opens it. */
  menuLabel: string
  items: readonly MenuItem[]
  /** A number on top of the menu, such as that of the children. */
  stepper?: MenuStepper | undefined
  /** Reports that the requested menu cannot be loaded. */
  onUnavailable: () => void
}

/** A button that does the likely thing, and next to it ▾, which opens its alternatives. */
export function SplitButton({ menuLabel, items, stepper, onUnavailable, className, ...button }: Props) {
  const { variant, size } = button
  return (
    <span className={classNames('inline-flex max-w-full', className)}>
      <Button {...button} className="min-w-0 flex-1 rounded-r-none!" />
      <Menu
        label={menuLabel}
        items={items}
        stepper={stepper}
        onUnavailable={onUnavailable}
        trigger={trigger => (
          <button
            {...trigger}
            type="button"
            aria-label={menuLabel}
            className={buttonClass({
              variant,
              size,
              className: '-ml-[1.5px] w-11 shrink-0 rounded-l-none! px-0!',
            })}
          >
            <Icon name="down" size={18} />
          </button>
        )}
      />
    </span>
  )
}
