import { Trans, useLingui } from '@lingui/react/macro'
import { type HalfDay, halfDays, weekdays } from '@papadag/contract/users/papa-days'
import { Icon } from '@papadag/ui/pictures/icon'
import type { ReactNode } from 'react'
import { useWeekdayNames } from '../../../domain/people/weekday-names.ts'

type Props = { value: readonly HalfDay[]; onChange: (to: HalfDay[]) => void }

/** A week of mornings and afternoons to tick. */
export function HalfDays({ value, onChange }: Props) {
  const { t } = useLingui()
  const nameOf = useWeekdayNames()
  const toggle = (day: HalfDay) =>
    onChange(halfDays.filter(one => (one === day ? !value.includes(one) : value.includes(one))))
  return (
    <ul className="grid gap-1.5 md:max-w-120">
      {weekdays.map(weekday => {
        const name = nameOf(weekday)
        return (
          <li key={weekday} className="flex flex-wrap items-center justify-between gap-2">
            <span className="font-[650]">{name}</span>
            <span className="flex flex-wrap gap-2">
              <Half
                isOn={value.includes(`${weekday}-am`)}
                onToggle={() => toggle(`${weekday}-am`)}
                label={t`${name}, morning`}
              >
                <Trans>morning</Trans>
              </Half>
              <Half
                isOn={value.includes(`${weekday}-pm`)}
                onToggle={() => toggle(`${weekday}-pm`)}
                label={t`${name}, afternoon`}
              >
                <Trans>afternoon</Trans>
              </Half>
            </span>
          </li>
        )
      })}
    </ul>
  )
}

type HalfProps = { isOn: boolean; onToggle: () => void; label: string; children: ReactNode }

/** A native checkbox over its text; the check mark shows the state without colour. */
function Half({ isOn, onToggle, label, children }: HalfProps) {
  return (
    <label
      className={`chip relative flex min-h-11 min-w-27 items-center justify-center gap-0.5 rounded-full px-1.5 font-[650] text-sm has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-2 ${isOn ? 'bg-picked text-picked-ink' : 'bg-surface edge-line-2'}`}
    >
      <input
        type="checkbox"
        aria-label={label}
        checked={isOn}
        onChange={onToggle}
        className="absolute inset-0 cursor-pointer appearance-none rounded-full outline-none"
      />
      {isOn && <Icon name="check" size={16} />}
      {children}
    </label>
  )
}
