import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { sendMessage, startChat } from '@papadag/contract/chat'
import { type Match, matches } from '@papadag/contract/matches'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { type PublicUser, suggestedUsers } from '@papadag/contract/users/users'
import { Badge } from '@papadag/ui/badge'
import { Button } from '@papadag/ui/button'
import { Avatar } from '@papadag/ui/pictures/avatar'
import { useState } from 'react'
import { askedAlongTo } from '../../domain/people/asked-along.ts'
import { useSharedDays } from '../../domain/people/weekday-names.ts'
import { useCreationKey } from '../../platform/data/creation-key.ts'
import { useRead, useWrite } from '../../platform/data/data.ts'
import { pictureAddress } from '../../platform/pictures/picture-address.ts'
import { noConnection } from '../../platform/screen/notices.ts'
import { useUser } from '../../platform/session/session.ts'

const shownAtMost = 6

type Props = { fathers: readonly FatherToAsk[]; playdateId: number; url: string; onAsked: () => void }

/** Fathers who can be asked by message. */
export function AskFathers({ fathers, playdateId, url, onAsked }: Props) {
  return (
    <section>
      <h3>
        <Trans>Dads for you</Trans>
      </h3>
      <p className="mb-2 text-ink-2 text-sm">
        <Trans>They get a message with the playdate, and hear when it changes. You can ask each of them once.</Trans>
      </p>
      <ul className="grid gap-2.5">
        {fathers.map(father => (
          <Row key={father.id} father={father} playdateId={playdateId} url={url} onAsked={onAsked} />
        ))}
      </ul>
    </section>
  )
}

type FatherToAsk = PublicUser & Partial<Pick<Match, 'match'>>

/** Those the planner had in mind, then fathers nearby or with children of similar ages; undefined until they are known. */
export function useFathersToAsk({ id, participants }: Playdate): readonly FatherToAsk[] | undefined {
  const suggested = useRead(suggestedUsers, {})
  const free = useFreeFathers(id)
  const isKnown = free && (suggested.data ?? suggested.error)
  if (!isKnown) return undefined
  const isLeftOut = new Set([...participants, ...free].map(father => father.id))
  const coming = new Set(participants.map(father => father.id))
  return [
    ...free.filter(father => !coming.has(father.id)),
    ...(suggested.data ?? []).filter(father => !isLeftOut.has(father.id)),
  ].slice(0, shownAtMost)
}

const nobody: Match[] = []

/** The fathers the planner had in mind: those who are also free on that day. */
function useFreeFathers(playdateId: number): readonly Match[] | undefined {
  const asked = askedAlongTo(playdateId)
  const { data, error } = useRead(
    matches,
    { query: { day: asked?.day, limit: shownAtMost } },
    { enabled: asked !== undefined },
  )
  if (!asked || error) return nobody
  return data?.filter(({ id }) => asked.fathers.includes(id))
}

type RowProps = {
  father: FatherToAsk
  playdateId: number
  url: string
  onAsked: () => void
}

function Row({ father, playdateId, url, onAsked }: RowProps) {
  const { t } = useLingui()
  const { childrenInfo } = useUser()
  const [isAsked, setIsAsked] = useState(false)
  // The card in the chat shows what it is and when, always up to date.
  const { ask, isPending } = useAsk({ content: `${t`Are you coming?`} ${url}`, asksTo: playdateId }, () => {
    setIsAsked(true)
    onAsked()
  })
  const { id, firstName, lastName, profileImage, city, childrenInfo: theirs = [] } = father
  const name = `${firstName} ${lastName}`
  const days = useSharedDays(father.match?.days ?? [])
  const alike = theirs.filter(({ age }) => childrenInfo.some(own => Math.abs(own.age - age) <= 1)).length
  return (
    <li className="flex min-h-13 items-center gap-3">
      <Avatar userId={id} name={name} src={pictureAddress(profileImage)} />
      <span className="min-w-0 flex-1 break-words">
        <span className="font-[650]">{name}</span>
        <span className="block text-ink-2 text-sm leading-[1.35] empty:hidden">
          {days ? (
            <Trans>Also free on {days}</Trans>
          ) : alike > 0 ? (
            <Plural value={alike} one="# child of the same age" other="# children of the same age" />
          ) : (
            city
          )}
        </span>
      </span>
      {isAsked ? (
        <Badge tone="ok" icon="check">
          <Trans>Asked</Trans>
        </Badge>
      ) : (
        <Button size={44} busy={isPending} onClick={() => ask(id)}>
          <Trans>Ask</Trans>
          <span className="sr-only">{`: ${name}`}</span>
        </Button>
      )}
    </li>
  )
}

/** Sends a message; from a stranger it arrives as a request. */
function useAsk(body: { content: string; asksTo: number }, onAsked: () => void) {
  const failed = ({ code }: { code: string | undefined }) => ({
    title: msg`Could not send the invitation`,
    serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
  })
  const start = useWrite(startChat, { idempotencyKey: useCreationKey(), failed })
  const send = useWrite(sendMessage, { idempotencyKey: useCreationKey(), failed, onDone: onAsked })
  return {
    isPending: start.isPending || send.isPending,
    ask(fatherId: number) {
      start.mutate(
        { body: { participants: [fatherId] } },
        { onSuccess: ({ id }) => send.mutate({ params: { id }, body }) },
      )
    },
  }
}
