import { Trans, useLingui } from '@lingui/react/macro'
import { type ComponentType, useEffect, useRef } from 'react'
import { type FirstSteps as Steps, setFirstSteps } from '../../../platform/session/onboarding-progress.ts'
import { useUser } from '../../../platform/session/session.ts'
import { FirstChildren } from './first-children.tsx'
import { FirstDays } from './first-days.tsx'
import { FirstHome } from './first-home.tsx'
import type { StepProps } from './first-question.tsx'
import { FirstWish } from './first-wish.tsx'

type At = Extract<Steps, { at: unknown }>['at']

const order: At[] = ['children', 'home', 'days', 'wish']
const steps: Record<At, ComponentType<StepProps>> = {
  children: FirstChildren,
  home: FirstHome,
  days: FirstDays,
  wish: FirstWish,
}

/** Four questions to a new father, each of which he may skip. */
export function FirstSteps({ at, locate }: { at: At; locate: StepProps['locate'] }) {
  const { t } = useLingui()
  const { id: userId } = useUser()
  const Step = steps[at]
  const number = order.indexOf(at) + 1
  const section = useRef<HTMLElement>(null)
  const first = useRef(at)
  useEffect(() => {
    // The button that led here has disappeared.
    if (at !== first.current) section.current?.querySelector('h2')?.focus()
  }, [at])
  const next = () => {
    const following = order[number]
    setFirstSteps(following ? { userId, at: following } : { userId, wish: 'any' })
  }
  return (
    <section
      ref={section}
      aria-label={t`Getting to know you`}
      className="card grid min-h-84 content-start rounded-kap-l bg-surface p-5 card-shadow md:p-7"
    >
      <p className="mb-3 flex items-center gap-2.5 font-[650] text-ink-2 text-sm">
        <span aria-hidden className="flex gap-1.5">
          {order.map((one, index) => (
            <span
              key={one}
              className={`h-2 w-9 rounded-full ${index < number ? 'bg-picked' : 'bg-sunken edge-line-2'}`}
            />
          ))}
        </span>
        <Trans>
          {number} of {order.length}
        </Trans>
      </p>
      <Step key={at} onNext={next} locate={locate} />
    </section>
  )
}
