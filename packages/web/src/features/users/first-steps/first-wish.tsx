import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Icon, type IconName } from '@papadag/ui/pictures/icon'
import { setFirstSteps, type Wish } from '../../../platform/session/onboarding-progress.ts'
import { useUser } from '../../../platform/session/session.ts'
import { Onward, Question, type StepProps } from './first-question.tsx'

const choices: { wish: Wish; icon: IconName; words: MessageDescriptor }[] = [
  { wish: 'weekend', icon: 'sun', words: msg`Outside this weekend` },
  { wish: 'weekdays', icon: 'bike', words: msg`During the week, on my day with the children` },
  { wish: 'any', icon: 'people', words: msg`Any day, as long as it is near` },
]

/** When he would like to do something: one tap, and home searches for it. */
export function FirstWish({ onNext }: StepProps) {
  const { i18n } = useLingui()
  const { id: userId } = useUser()
  return (
    <Question
      title={<Trans>What would you like?</Trans>}
      why={<Trans>We’ll look for dads and playdates right away. You can always search for something else later.</Trans>}
    >
      <ul className="grid gap-2.5 md:max-w-120">
        {choices.map(({ wish, icon, words }) => (
          <li key={wish}>
            <button
              type="button"
              onClick={() => setFirstSteps({ userId, wish })}
              className="flex min-h-13 w-full items-center gap-3 rounded-kap-s bg-surface px-4 py-2 text-left font-[650] edge-line-2 hover:bg-picked-soft"
            >
              <Icon name={icon} />
              <span className="flex-1">{i18n._(words)}</span>
              <Icon name="chev" size={18} />
            </button>
          </li>
        ))}
      </ul>
      <Onward onSkip={onNext} />
    </Question>
  )
}
