import { Plural, Trans } from '@lingui/react/macro'
import type { Participant, Playdate } from '@papadag/contract/playdates/playdates'
import { Avatar } from '@papadag/ui/pictures/avatar'
import type { ReactNode } from 'react'
import { Link } from '../../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../../platform/navigation/routes.ts'
import { pictureAddress } from '../../../../platform/pictures/picture-address.ts'
import { useUser } from '../../../../platform/session/session.ts'

type Props = {
  playdate: Playdate
  /** Actions on one of the others. */
  toPerson?: ((person: Participant) => ReactNode) | undefined
}

/** All participants, how many children each brings, and a link to each. */
export function ParticipantList({ playdate, toPerson }: Props) {
  const { id: ownId } = useUser()
  const { unconfirmed = 0 } = playdate
  const [creator] = playdate.participants
  return (
    <ul className="grid gap-1">
      {playdate.participants.map(person => {
        const isMe = person.id === ownId
        return (
          <li key={person.id} className="flex items-center gap-1">
            <Link
              to={isMe ? pathTo('profile') : pathTo('user', { id: person.id })}
              className="flex min-h-12 min-w-0 flex-1 items-center gap-3 rounded-m py-1 hover:bg-sunken"
            >
              <Avatar
                userId={person.id}
                name={`${person.firstName} ${person.lastName}`}
                src={pictureAddress(person.profileImage)}
              />
              <span className="min-w-0 flex-1 break-words">
                <span className="font-[650]">
                  {person.firstName} {person.lastName}
                </span>
                <span className="block text-ink-2 text-sm empty:hidden">
                  {person.id === creator?.id && <Trans>Had the idea</Trans>}
                  {person.id === creator?.id && person.children > 0 && ' · '}
                  {person.children > 0 && (
                    <span>
                      <Plural value={person.children} one="with # child" other="with # children" />
                    </span>
                  )}
                </span>
              </span>
            </Link>
            {!isMe && toPerson?.(person)}
          </li>
        )
      })}
      {unconfirmed > 0 && (
        <li className="min-h-12 content-center text-ink-2">
          <Plural
            value={unconfirmed}
            one="# dad with a standing place hasn’t said yet whether he’s coming"
            other="# dads with a standing place haven’t said yet whether they’re coming"
          />
        </li>
      )}
    </ul>
  )
}
