import { Trans, useLingui } from '@lingui/react/macro'
import { replaceBelowSteps } from '@papadag/ui/back-step'
import { Dialog } from '@papadag/ui/layers/dialog'
import { Icon } from '@papadag/ui/pictures/icon'
import { PlaceIllustration } from '@papadag/ui/pictures/place-illustration'
import type { ReactNode } from 'react'
import { navigate } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'
import type { How } from './form-fields.ts'

const drawings = { once: 'swings', weekly: 'sand', ask: 'terrace', now: 'slide' } as const
/** Besides what the form plans, that he is out already. */
type Choices = How | 'now'

/** What he wants to plan: each answer is a form of its own. */
export function ChooseHow({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const choose = (how: Choices) => {
    onClose()
    replaceBelowSteps(() => navigate(pathTo('create-playdate', {}, how === 'once' ? {} : { how }), { replace: true }))
  }
  return (
    <Dialog open={open} onClose={onClose} title={t`What would you like to plan?`} closeLabel={t`Close`}>
      <ul className="grid gap-3">
        <Choice how="once" title={<Trans>Once</Trans>} onChoose={choose}>
          <Trans>A day, a place, done.</Trans>
        </Choice>
        <Choice how="weekly" title={<Trans>Every week</Trans>} onChoose={choose}>
          <Trans>Same day, same dads. Every other week or every month works too.</Trans>
        </Choice>
        <Choice how="ask" title={<Trans>Ask which day</Trans>} onChoose={choose}>
          <Trans>Propose a few and see what suits everybody.</Trans>
        </Choice>
        <Choice how="now" title={<Trans>I’m out now</Trans>} onChoose={choose}>
          <Trans>For an hour or two. Only dads you know are told.</Trans>
        </Choice>
      </ul>
    </Dialog>
  )
}

type ChoiceProps = { how: Choices; title: ReactNode; onChoose: (how: Choices) => void; children: ReactNode }

function Choice({ how, title, onChoose, children }: ChoiceProps) {
  return (
    <li>
      <button
        type="button"
        onClick={() => onChoose(how)}
        className="flex w-full items-center gap-3.5 rounded-kap-s bg-surface p-3 text-left edge-line-2 hover:bg-sunken"
      >
        <PlaceIllustration
          drawing={drawings[how]}
          className="size-11 shrink-0 rounded-kap-s object-cover"
          lazy={false}
        />
        <span className="min-w-0 flex-1">
          <span className="block font-[650]">{title}</span> <span className="block text-ink-2 text-sm">{children}</span>
        </span>
        <Icon name="chev" size={18} className="shrink-0" />
      </button>
    </li>
  )
}
