import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { sendMessage, threadOf } from '@papadag/contract/chat'
import type { Place } from '@papadag/contract/places/places'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { Badge } from '@papadag/ui/badge'
import { Button } from '@papadag/ui/button'
import { useState } from 'react'
import { CallError } from '../../platform/data/call.ts'
import { useCreationKey } from '../../platform/data/creation-key.ts'
import { reasonOf, useRead, useWrite } from '../../platform/data/data.ts'
import { noConnection, notify } from '../../platform/screen/notices.ts'

/** Proposes another place in the thread of a playdate, whose creator can move it with one tap. */
export function ProposePlace({ playdate, place }: { playdate: Playdate; place: Place }) {
  const { t } = useLingui()
  const [isProposed, setIsProposed] = useState(false)
  const { name, address } = place
  const { title } = playdate
  const where = address ? `${name}, ${address}` : name
  const text = t`The weather doesn’t look good for “${title}”. Shall we go to ${where}?`
  const { propose, isPending } = usePropose(playdate, text, () => setIsProposed(true))
  if (isProposed) {
    return (
      <Badge tone="ok" icon="check">
        <Trans>Suggested</Trans>
      </Badge>
    )
  }
  return (
    <Button size={44} icon="chat" busy={isPending} onClick={() => void propose()}>
      <Trans>Suggest</Trans>
      <span className="sr-only">{`: ${name}`}</span>
    </Button>
  )
}

function usePropose({ id }: Playdate, text: string, onProposed: () => void) {
  const failed = ({ code }: { code: string | undefined }) => ({
    title: msg`Could not suggest it`,
    serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
  })
  const thread = useRead(threadOf, { params: { id } }, { enabled: false })
  const send = useWrite(sendMessage, {
    idempotencyKey: useCreationKey(),
    done: { title: msg`Suggested`, icon: 'chat' },
    failed,
    onDone: onProposed,
  })
  return {
    isPending: thread.isFetching || send.isPending,
    async propose() {
      const { data, error } = await thread.refetch()
      if (data) return send.mutate({ params: { id: data.id }, body: { content: text } })
      const description = error instanceof CallError ? reasonOf(error) : undefined
      notify({ title: msg`Could not suggest it`, description: description ?? noConnection, tone: 'destructive' })
    },
  }
}
