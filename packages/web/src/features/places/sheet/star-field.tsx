import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Icon } from '@papadag/ui/pictures/icon'
import { useId } from 'react'

const stars = [1, 2, 3, 4, 5] as const

type Props = { value: number | undefined; onChange: (rating: number) => void; error?: string | undefined }

/** One to five stars, as native radios, which support the arrow keys. */
export function StarField({ value = 0, onChange, error }: Props) {
  const { t } = useLingui()
  const name = useId()
  const errorId = `${name}-error`
  return (
    <div>
      <div
        role="radiogroup"
        aria-label={t`Stars`}
        aria-describedby={error ? errorId : undefined}
        className="-ml-2 flex"
      >
        {stars.map(star => (
          <label
            key={star}
            className="relative grid size-11 place-items-center rounded-m has-focus-visible:outline-3 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              checked={star === value}
              onChange={() => onChange(star)}
              aria-label={t`${plural(star, { one: '# star', other: '# stars' })}`}
              className="absolute inset-0 cursor-pointer appearance-none rounded-m outline-none"
            />
            <Icon
              name="star"
              size={30}
              className={star <= value ? 'fill-[#ffc62e] stroke-do-edge' : 'fill-none stroke-line-2'}
            />
          </label>
        ))}
      </div>
      <div role="alert">
        {error && (
          <p id={errorId} className="flex items-center gap-1.5 font-[650] text-danger text-sm">
            <Icon name="alert" size={18} />
            {error}
          </p>
        )}
      </div>
    </div>
  )
}
