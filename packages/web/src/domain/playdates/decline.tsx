import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { declinePlaydate, takeBackDecline } from '@papadag/contract/playdates/declines'
import { address } from '@papadag/contract/route'
import { Button } from '@papadag/ui/button'
import { Icon } from '@papadag/ui/pictures/icon'
import type { CallError } from '../../platform/data/call.ts'
import { type Outcome, useWrite } from '../../platform/data/data.ts'
import { useIsUnsent } from '../../platform/data/unsent-writes.ts'
import { changeShown } from './shown-playdates.ts'

type Then = {
  /** The toast, unless the screen says it. */
  done?: Outcome<typeof declinePlaydate>['done']
  onDone?: () => void
  onRefused?: (error: CallError) => void
}

const failed = { title: msg`Your answer was not saved`, serverTextOr: msg`Please try again later.` }

/** Lets an invited father say that he cannot come, perhaps with a sentence. */
export function useDecline({ done, onDone, onRefused }: Then = {}) {
  return useWrite(declinePlaydate, {
    ...(done && { done }),
    failed,
    onDone: (_, { params: { id } }) => {
      changeShown(id, playdate => ({ ...playdate, declined: true }))
      onDone?.()
    },
    ...(onRefused && { onFailed: onRefused }),
    whenOffline: async input => {
      await (await import('./membership-offline.ts')).declineLater(input)
      onDone?.()
    },
  })
}

/** Takes it back. */
export function useTakeBack() {
  return useWrite(takeBackDecline, {
    failed,
    onDone: (_, { params: { id } }) => changeShown(id, playdate => ({ ...playdate, declined: false })),
    whenOffline: async input => (await import('./membership-offline.ts')).takeBackLater(input),
  })
}

type Props = {
  id: number
  title: string
  /** Whether he has already said so. */
  declined: boolean
}

/** On the card of a playdate to which he was invited: says that he cannot come, and takes that back. */
export function DeclineAnswer({ id, title, declined }: Props) {
  const { t } = useLingui()
  const params = { id }
  const decline = useDecline()
  const takeBack = useTakeBack()
  const isUnsent = useIsUnsent(address(declinePlaydate, { params }))
  return (
    <>
      {declined && (
        <p className="flex min-w-0 flex-1 basis-36 items-center gap-2 text-sm leading-[1.35]">
          <Icon name="check" size={18} className="shrink-0" />
          <Trans>You’ve said that you can’t make it.</Trans>
        </p>
      )}
      {/* One button for both, so that it keeps the focus. */}
      <Button
        size={44}
        busy={declined ? takeBack.isPending : decline.isPending}
        aria-label={declined ? t`I can after all: ${title}` : t`I can’t make it: ${title}`}
        onClick={() => (declined ? takeBack.mutate({ params }) : decline.mutate({ params, body: {} }))}
      >
        {declined ? <Trans>I can after all</Trans> : <Trans>I can’t make it</Trans>}
      </Button>
      <span role="status" className={isUnsent ? 'w-full text-ink-2 text-sm' : 'sr-only'}>
        {isUnsent && <Trans>Will be sent as soon as you are online again</Trans>}
      </span>
    </>
  )
}
