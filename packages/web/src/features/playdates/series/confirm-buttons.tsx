import { Trans, useLingui } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { confirmPlaydate } from '@papadag/contract/playdates/series'
import { address } from '@papadag/contract/route'
import { Button } from '@papadag/ui/button'
import { ComingWith } from '../../../domain/playdates/coming-with.tsx'
import { useIsUnsent } from '../../../platform/data/unsent-writes.ts'
import { useConfirm } from './use-confirm.ts'

type Props = {
  playdate: Pick<Playdate, 'id' | 'title' | 'myStatus'>
  /** The number of children that is shown next to the buttons, if one is. */
  bringing?: number | undefined
  /** The number of children, where only the button itself can say it. */
  withChildren?: number
  className?: string | undefined
}

/** A regular's answer in the two days before a date, or its creator's decision to go ahead with fewer fathers. */
export function ConfirmButtons({ playdate, withChildren: children = 0, bringing, className = '' }: Props) {
  const { t } = useLingui()
  const { id, title, myStatus } = playdate
  const confirm = useConfirm()
  const isUnsent = useIsUnsent(address(confirmPlaydate, { params: { id } }))
  const confirmComing = (coming: boolean) => {
    const hasNumber = coming && bringing !== undefined
    confirm.mutate({ params: { id }, body: { coming, ...(hasNumber && { children: bringing }) } })
  }
  const isSaying = (coming: boolean) => confirm.isPending && confirm.variables.body.coming === coming
  return (
    <span className={`flex flex-wrap items-center justify-end gap-2 ${className}`}>
      {myStatus === 'creator' ? (
        <Button
          size={44}
          variant="do"
          busy={confirm.isPending}
          aria-label={t`It goes ahead: ${title}`}
          onClick={() => confirmComing(true)}
        >
          <Trans>It goes ahead</Trans>
        </Button>
      ) : (
        <>
          <Button
            size={44}
            variant="do"
            className="phone:flex-1"
            busy={isSaying(true)}
            disabled={isSaying(false)}
            aria-label={children === 0 ? t`I’m coming: ${title}` : undefined}
            onClick={() => confirmComing(true)}
          >
            <ComingWith value={children} />
          </Button>
          <Button
            size={44}
            className="phone:flex-1"
            busy={isSaying(false)}
            disabled={isSaying(true)}
            aria-label={t`Not this week: ${title}`}
            onClick={() => confirmComing(false)}
          >
            <Trans>Not this week</Trans>
          </Button>
        </>
      )}
      <span role="status" className={isUnsent ? 'w-full text-right text-ink-2 text-sm' : 'sr-only'}>
        {isUnsent && <Trans>Will be sent as soon as you are online again</Trans>}
      </span>
    </span>
  )
}
