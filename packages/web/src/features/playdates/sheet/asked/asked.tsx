import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import type { Person } from '@papadag/contract/schema'
import { Button } from '@papadag/ui/button'
import { ChipToggle } from '@papadag/ui/chip'
import { TextArea } from '@papadag/ui/fields/text-field'
import { Avatar } from '@papadag/ui/pictures/avatar'
import { AvatarStack } from '@papadag/ui/pictures/avatar-stack'
import { textLinkClass } from '@papadag/ui/text-link'
import { type ReactNode, useState } from 'react'
import { useDecline, useTakeBack } from '../../../../domain/playdates/decline.tsx'
import { useDates } from '../../../../platform/language/dates.ts'
import { sayIssue } from '../../../../platform/language/issue-texts.ts'
import { pictureAddress } from '../../../../platform/pictures/picture-address.ts'
import type { answersOf } from './answers-of.ts'
import type { Saying } from './use-saying.ts'

type RowProps = { playdate: Playdate; saying: Saying }

/** Above everything else on the sheet of what he was asked along to: who asks, or who knows that he cannot come. */
export function AskedRow({ playdate, saying }: RowProps) {
  const dates = useDates()
  const { askedBy, declined, participants, startTime } = playdate
  if (askedBy && !declined) {
    const { firstName } = askedBy
    return <FaceRow person={askedBy} title={<Trans>{firstName} asks you along</Trans>} />
  }
  // What he says is for the creator, whoever has asked him.
  const host = participants[0] ?? askedBy
  if (!host) return null
  const { firstName } = host
  const day = dates.dayAndMonth(startTime)
  return (
    <FaceRow person={host} title={<Trans>{firstName} knows you can’t make it</Trans>}>
      <Trans>We won’t ask you again for {day}.</Trans>
      {!saying.isOpen && (
        <button type="button" className={`${textLinkClass} block min-h-11`} onClick={saying.open}>
          <Trans>Anything to add?</Trans>
        </button>
      )}
    </FaceRow>
  )
}

/** A face with what its father has said. */
function FaceRow({ person, title, children }: { person: Person; title: ReactNode; children?: ReactNode }) {
  const { id, firstName, lastName, profileImage } = person
  return (
    <div className={faceRowClass}>
      <Avatar userId={id} name={`${firstName} ${lastName}`} src={pictureAddress(profileImage)} />
      <FaceWords title={title}>{children}</FaceWords>
    </div>
  )
}

const faceRowClass = 'flex min-h-14 items-center gap-3 rounded-kap-s bg-sunken px-4 py-2 leading-[1.3]'

const FaceWords = ({ title, children }: { title: ReactNode; children?: ReactNode }) => (
  <div className="min-w-0 flex-1 break-words">
    <b className="block font-[650]">{title}</b>
    <div className="text-ink-2 text-sm">{children}</div>
  </div>
)

/** What he may add to not being able to come, in his own words or with a tap. */
export function Sentence({ saying: { message, type } }: { saying: Saying }) {
  const { t } = useLingui()
  const count = [...message.trim()].length
  return (
    <div className="grid gap-2.5">
      <TextArea
        label={t`Anything to add?`}
        mark={t`(optional)`}
        rows={3}
        value={message}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        counter={`${count} / ${limits.leaveMessage}`}
        error={sayIssue(count > limits.leaveMessage ? 'text.tooLong' : undefined)}
        hint={t`Nobody else sees it.`}
      />
      <div className="flex flex-wrap gap-2">
        {[t`Next time we will`, t`Somebody is ill`].map(words => (
          <ChipToggle key={words} pressed={message === words} onChange={pressed => type(pressed ? words : '')}>
            {words}
          </ChipToggle>
        ))}
      </div>
    </div>
  )
}

type DeclineProps = { playdate: Playdate; saying: Saying; onSent: () => void }

/** Says that he cannot come, and takes it back: one button, so that it keeps the focus. */
export function Decline({ playdate: { id, declined }, saying, onSent }: DeclineProps) {
  const params = { id }
  const decline = useDecline({ onDone: saying.open })
  const takeBack = useTakeBack()
  return (
    <>
      <Button
        className={declined && !saying.isOpen ? 'flex-1' : undefined}
        busy={declined ? takeBack.isPending : decline.isPending}
        onClick={() => (declined ? takeBack.mutate({ params }) : decline.mutate({ params, body: {} }))}
      >
        {declined ? <Trans>I can after all</Trans> : <Trans>I can’t make it</Trans>}
      </Button>
      {declined && saying.isOpen && <Send {...{ id, saying, onSent }} />}
    </>
  )
}

/** Sends what he adds; without a word there is nothing more to say. */
function Send({ id, saying, onSent }: Omit<DeclineProps, 'playdate'> & { id: number }) {
  const done = () => {
    saying.forget()
    onSent()
  }
  const { mutate, isPending } = useDecline({ done: msg`Your message has been sent`, onDone: done })
  const message = saying.message.trim()
  const send = () => [...message].length <= limits.leaveMessage && mutate({ params: { id }, body: { message } })
  return (
    <Button variant="do" className="flex-1" busy={isPending} onClick={message ? send : done}>
      <Trans>Send</Trans>
    </Button>
  )
}

/** For its creator: who of those asked along cannot come, and who has not answered yet. */
export function Answers({ spoken, first, silent, pending }: ReturnType<typeof answersOf>) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? spoken : first
  const more = spoken.length - shown.length
  const { length } = silent
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {shown.map(({ person, message }) => {
        const { id, firstName } = person
        return (
          <FaceRow key={id} person={person} title={<Trans>{firstName} can’t make it</Trans>}>
            <q dir="auto">{message}</q>
          </FaceRow>
        )
      })}
      {more > 0 && (
        <button
          type="button"
          className={`${textLinkClass} min-h-11 justify-self-start`}
          onClick={() => setIsWhole(true)}
        >
          <Plural value={more} one="# more can’t make it" other="# more can’t make it" />
        </button>
      )}
      <FacesRow
        people={silent}
        title={<Plural value={length} one="# dad can’t make it" other="# dads can’t make it" />}
      />
      <FacesRow people={pending} title={<Trans>No answer yet</Trans>} />
    </div>
  )
}

function FacesRow({ people, title }: { people: readonly Person[]; title: ReactNode }) {
  if (people.length === 0) return null
  return (
    <div className={faceRowClass}>
      <AvatarStack
        people={people.map(({ id, firstName, lastName, profileImage }) => ({
          id,
          name: `${firstName} ${lastName}`,
          src: pictureAddress(profileImage),
        }))}
      />
      <FaceWords title={title}>{people.map(({ firstName }) => firstName).join(', ')}</FaceWords>
    </div>
  )
}
