import { Trans, useLingui } from '@lingui/react/macro'
import { buttonClass } from '@papadag/ui/button'
import { Dialog } from '@papadag/ui/layers/dialog'
import { Link } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'

type Props = { onClose: () => void; title: string }

/** Explains a dads' weekend, and leads to planning one. */
export function WeekendDialog(props: Props) {
  const { t } = useLingui()
  const { title } = props
  return (
    <Dialog
      open
      {...props}
      closeLabel={t`Close`}
      footer={
        <Link
          to={pathTo('create-playdate', {}, { title, description: t`Bring a tent, a torch and your children.` })}
          className={buttonClass({ variant: 'do', className: 'flex-1' })}
        >
          <Trans>Plan one</Trans>
        </Link>
      }
    >
      <div className="grid gap-3">
        <p>
          <Trans>
            A few dads, their children, two days in a park. Someone brings tents, someone else pancakes, and nobody
            brings a charger.
          </Trans>
        </p>
        <p>
          <Trans>
            It is an idea, not an event: there is no date and no organiser. It starts when one dad picks a park and a
            day, and others join.
          </Trans>
        </p>
        <p className="text-ink-2 text-sm">
          <Trans>Not every park allows camping or a fire. Ask the council first, or choose a campsite.</Trans>
        </p>
      </div>
    </Dialog>
  )
}
