import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { declineBuddy } from '@papadag/contract/playdates/buddies'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { Button } from '@papadag/ui/button'
import { Avatar } from '@papadag/ui/pictures/avatar'
import type { ReactNode } from 'react'
import { useCreationKey } from '../../../../platform/data/creation-key.ts'
import { useWrite } from '../../../../platform/data/data.ts'
import { useDates } from '../../../../platform/language/dates.ts'
import { listIn } from '../../../../platform/language/formats.ts'
import { pictureAddress } from '../../../../platform/pictures/picture-address.ts'

/** Who fetches him at the entrance, or whom he fetches. */
export function Buddies({ playdate }: { playdate: Playdate }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { id, buddy, fetches, startTime } = playdate
  const [first] = fetches ?? []
  if (buddy) {
    const { firstName, profileImage, where } = buddy
    return (
      <Row
        face={<Avatar userId={id} name={firstName} src={pictureAddress(profileImage)} />}
        title={<Trans>{firstName} meets you at the entrance</Trans>}
        detail={`${where}, ${dates.time(startTime)}`}
        action={
          <Decline id={id} seen={buddy}>
            <Trans>No need</Trans>
          </Decline>
        }
      />
    )
  }
  if (!first || !fetches) return null
  const names = listIn(
    i18n.locale,
    fetches.map(({ firstName }) => firstName),
  )
  return (
    <Row
      face={
        <Avatar
          userId={first.id}
          name={`${first.firstName} ${first.lastName}`}
          src={pictureAddress(first.profileImage)}
        />
      }
      title={<Trans>You meet {names} at the entrance</Trans>}
      detail={<Trans>Coming for the first time</Trans>}
      action={
        <Decline id={id} seen={fetches}>
          <Trans>Not this time</Trans>
        </Decline>
      }
    />
  )
}

function Row({ face, title, detail, action }: Record<'face' | 'title' | 'detail' | 'action', ReactNode>) {
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 rounded-kap-s bg-picked-soft px-4 py-2 leading-[1.3]">
      {face}
      <span className="min-w-0 flex-1 basis-40 break-words">
        <b className="block font-[650]">{title}</b>
        <span className="block text-ink-2 text-sm">{detail}</span>
      </span>
      {action}
    </div>
  )
}

/** Nobody is told; the next one is asked. A repeat of this declines nobody but those whom the father has `seen` here. */
function Decline({ id, seen, children }: { id: number; seen: object; children: ReactNode }) {
  const keyFor = useCreationKey()
  const idempotencyKey = () => keyFor({ id, seen })
  const { mutate, isPending } = useWrite(declineBuddy, {
    done: { title: msg`Saved`, description: msg`Nobody is told.` },
    failed: { title: msg`It could not be saved`, serverTextOr: msg`Please try again later.` },
    whenOffline: async input => {
      const { sendLater } = await import('../../../../platform/offline/offline-queue.ts')
      await sendLater(declineBuddy, input, msg`It could not be saved`, idempotencyKey())
    },
    idempotencyKey,
  })
  return (
    <Button size={44} busy={isPending} onClick={() => mutate({ params: { id } })}>
      {children}
    </Button>
  )
}
