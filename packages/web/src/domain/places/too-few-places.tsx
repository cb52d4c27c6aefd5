import { msg, plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { sendMessage, startChat } from '@papadag/contract/chat'
import { Button } from '@papadag/ui/button'
import { textLinkClass } from '@papadag/ui/text-link'
import { useState } from 'react'
import { useCreationKey } from '../../platform/data/creation-key.ts'
import { useWrite } from '../../platform/data/data.ts'
import { useDates } from '../../platform/language/dates.ts'
import { Link } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { noConnection } from '../../platform/screen/notices.ts'

type Props = {
  /** The playdate's creator; null if unknown. */
  hostId: number | null
  startTime: string
  placesLeft: number
  /** How many children this father has. */
  ofHis: number
}

/** Tells a father that not all of his children fit on a playdate, and asks its creator for more places. */
export function TooFewPlaces({ hostId, startTime, placesLeft, ofHis }: Props) {
  const { t } = useLingui()
  const dates = useDates()
  const [chatId, setChatId] = useState<number>()
  const fitting = placesLeft - 1
  const missing = ofHis - fitting
  const { ask, isPending } = useAsk(setChatId)
  if (missing <= 0 || fitting < 0) return null
  const when = dates.dayAndMonth(startTime)
  const words = t`Hi, I would like to come to your playdate on ${when} with my ${plural(ofHis, { one: 'child', other: '# children' })}. We are ${plural(missing, { one: '# place', other: '# places' })} short. Can you make room for us?`
  return (
    <div role="note" className="grid w-full justify-items-start gap-2.5 rounded-kap-s bg-do-soft px-4 py-3">
      <p>
        <Plural
          value={fitting}
          _0="There is only room for you, without your children."
          one={`There is room for you and # child; you have ${ofHis}.`}
          other={`There is room for you and # children; you have ${ofHis}.`}
        />
      </p>
      <div role="status" className="empty:hidden">
        {chatId !== undefined && (
          <Trans>
            Asked.{' '}
            <Link to={pathTo('chat', { id: chatId })} className={textLinkClass}>
              The answer will be in your chat
            </Link>
          </Trans>
        )}
      </div>
      {hostId !== null && chatId === undefined && (
        <Button size={44} icon="chat" busy={isPending} onClick={() => ask(hostId, words)}>
          <Trans>Ask for more places</Trans>
        </Button>
      )}
    </div>
  )
}

/** Writes to the creator; a stranger's message arrives as a request. */
function useAsk(onAsked: (chatId: number) => void) {
  const failed = ({ code }: { code: string | undefined }) => ({
    title: msg`Could not ask for more places`,
    serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
  })
  const start = useWrite(startChat, { idempotencyKey: useCreationKey(), failed })
  const send = useWrite(sendMessage, {
    idempotencyKey: useCreationKey(),
    failed,
    onDone: ({ chatId }) => onAsked(chatId),
  })
  return {
    isPending: start.isPending || send.isPending,
    ask(hostId: number, content: string) {
      start.mutate(
        { body: { participants: [hostId] } },
        { onSuccess: ({ id }) => send.mutate({ params: { id }, body: { content } }) },
      )
    },
  }
}
