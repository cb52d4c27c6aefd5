import { Trans, useLingui } from '@lingui/react/macro'
import { type Chat, chats } from '@papadag/contract/chat'
import { ownPlaydates, type Playdate } from '@papadag/contract/playdates/playdates'
import type { Person } from '@papadag/contract/schema'
import { SearchField } from '@papadag/ui/fields/search-field'
import { Avatar } from '@papadag/ui/pictures/avatar'
import { useState } from 'react'
import { fullName } from '../../domain/people/father-facts.tsx'
import { useRead } from '../../platform/data/data.ts'
import { pictureAddress } from '../../platform/pictures/picture-address.ts'
import { useUser } from '../../platform/session/session.ts'

/** With more, a search helps. */
const manyContacts = 8

type Props = {
  chosen: readonly number[]
  onChange: (chosen: number[]) => void
  /** Those who are in the circle, or asked. */
  without?: readonly number[]
  error: string | undefined
}

/** The fathers he knows: from a playdate, or a chat in which both have written. */
export function PickContacts({ chosen, onChange, without = [], error }: Props) {
  const { t } = useLingui()
  const { id: ownId } = useUser()
  const [words, setWords] = useState('')
  const inChats = useRead(chats, {})
  const onPlaydates = useRead(ownPlaydates, {})
  const contacts = contactsOf(inChats.data ?? [], onPlaydates.data ?? [])
    .filter(({ id }) => id !== ownId && !without.includes(id))
    .sort((one, other) => fullName(one).localeCompare(fullName(other)))
  const sought = words.trim().toLocaleLowerCase()
  const shown = contacts.filter(one => chosen.includes(one.id) || fullName(one).toLocaleLowerCase().includes(sought))
  const isKnown = inChats.data !== undefined && onPlaydates.data !== undefined
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1">
      <legend className="mb-1 font-bold">
        <Trans>Whom do you ask?</Trans>
      </legend>
      <p className="text-ink-2 text-sm">
        <Trans>Dads you know: from a playdate, or from a chat in which you have both written.</Trans>
      </p>
      {contacts.length > manyContacts && (
        <SearchField
          label={t`Search for a dad`}
          clearLabel={t`Clear the search`}
          value={words}
          onChange={setWords}
          // Enter would submit the whole form.
          onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      {shown.map(person => (
        <label key={person.id} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-picked"
            checked={chosen.includes(person.id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, person.id] : chosen.filter(id => id !== person.id))
            }
          />
          <Avatar userId={person.id} name={fullName(person)} src={pictureAddress(person.profileImage)} />
          <span className="min-w-0 break-words">{fullName(person)}</span>
        </label>
      ))}
      <p role="status" className="text-ink-2 text-sm empty:hidden">
        {isKnown && contacts.length === 0 && (
          <Trans>You don’t know anybody whom you can ask yet. Meet on a playdate first, or write to each other.</Trans>
        )}
      </p>
      <p role="alert" className="font-[650] text-danger text-sm empty:hidden">
        {error}
      </p>
    </fieldset>
  )
}

/** Each once. The server decides; this is whom it will probably accept. */
function contactsOf(all: readonly Chat[], playdates: readonly Playdate[]): Person[] {
  const written = all.filter(
    ({ kind, isRequest, isAwaiting, readOnly, lastMessage }) =>
      kind === 'pair' && !isRequest && !isAwaiting && !readOnly && lastMessage,
  )
  const people = [...written, ...playdates].flatMap(({ participants }): Person[] => participants)
  return [...new Map(people.map(person => [person.id, person])).values()]
}
