import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { sendMessage, startChat } from '@papadag/contract/chat'
import type { Place } from '@papadag/contract/places/places'
import type { Playdate } from '@papadag/contract/playdates'
import { Badge } from '@papadag/ui/badge'
import { Button } from '@papadag/ui/button'
import { useState } from 'react'
import { useCreationKey } from '../../platform/data/creation-key.ts'
import { useWrite } from '../../platform/data/data.ts'
import { noConnection } from '../../platform/screen/notices.ts'

/** Proposes another place for a playdate to its creator, who can move it with one tap. */
export function ProposePlace({ playdate, place }: { playdate: Playdate; place: Place }) {
  const { t } = useLingui()
  const [isProposed, setIsProposed] = useState(false)
  const { name, address } = place
  const { title } = playdate
  const where = address ? `${name}, ${address}` : name
  const text = t`The weather doesn’t look good for “${title}”. Shall we go to ${where}?`
  const { propose, isPending } = usePropose(text, () => setIsProposed(true))
  const [creator] = playdate.participants
  if (!creator) return null
  if (isProposed) {
    return (
      <Badge tone="ok" icon="check">
        <Trans>Suggested</Trans>
      </Badge>
    )
  }
  return (
    <Button size={44} icon="chat" busy={isPending} onClick={() => propose(creator.id)}>
      <Trans>Suggest</Trans>
      <span className="sr-only">{`: ${name}`}</span>
    </Button>
  )
}

function usePropose(text: string, onProposed: () => void) {
  const failed = ({ code }: { code: string | undefined }) => ({
    title: msg`Could not suggest it`,
    serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
  })
  const start = useWrite(startChat, { idempotencyKey: useCreationKey(), failed })
  const send = useWrite(sendMessage, {
    idempotencyKey: useCreationKey(),
    done: { title: msg`Suggested`, icon: 'chat' },
    failed,
    onDone: onProposed,
  })
  return {
    isPending: start.isPending || send.isPending,
    propose(creatorId: number) {
      start.mutate(
        { body: { participants: [creatorId] } },
        { onSuccess: ({ id }) => send.mutate({ params: { id }, body: { content: text } }) },
      )
    },
  }
}
