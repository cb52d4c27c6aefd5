import { Plural, Trans } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates'
import { Avatar } from '@papadag/ui/avatar'
import { pictureAddress } from '../../platform/picture-address.ts'

/** Everybody who comes, and how many children each brings. */
export function WhoComes({ playdate }: { playdate: Playdate }) {
  const [creator] = playdate.participants
  return (
    <ul className="grid gap-2.5">
      {playdate.participants.map(person => (
        <li key={person.id} className="flex items-center gap-3">
          <Avatar
            userId={person.id}
            name={`${person.firstName} ${person.lastName}`}
            src={pictureAddress(person.profileImage)}
          />
          <span className="min-w-0 flex-1 break-words">
            <span className="font-[650]">
              {person.firstName} {person.lastName}
            </span>
            {person.id === creator?.id && (
              <span className="block text-ink-2 text-sm">
                <Trans>Had the idea</Trans>
              </span>
            )}
          </span>
          {person.children > 0 && (
            <span className="whitespace-nowrap text-ink-2 text-sm">
              <Plural value={person.children} one="with # child" other="with # children" />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
