import { Trans, useLingui } from '@lingui/react/macro'
import { fold } from '@papadag/contract/places/folding'
import type { Person } from '@papadag/contract/schema'
import { oneUser, type PublicUser, type User } from '@papadag/contract/users/users'
import { useRead } from '../../platform/data/data.ts'
import { useUser } from '../../platform/session/session.ts'

type Props = { father: Person; onChoose: (words: string) => void }

/** Explains a first message to a stranger, and offers two openers. */
export function Openers({ father, onChoose }: Props) {
  const { t } = useLingui()
  const own = useUser()
  const { data, isPending } = useRead(oneUser, { params: { id: father.id } })
  const { firstName } = father
  const openers = useOpeners(firstName, own, data)
  return (
    <div className="mb-2.5 grid gap-2 px-1">
      <p className="text-ink-2 text-sm">
        <Trans>
          {firstName} doesn’t know you yet, so your message arrives as a request. You can send three until he answers.
        </Trans>
      </p>
      <ul aria-label={t`To get started`} className="grid gap-2 [@media(height<35rem)]:hidden">
        {openers.map(words => (
          <li key={words}>
            <button
              type="button"
              // The common ground of both fathers is still loading.
              className={`min-h-15 w-full rounded-kap-s bg-picked-soft px-3.5 py-2 text-left text-[.9375rem] leading-snug ${isPending ? 'invisible' : ''}`}
              onClick={() => onChoose(words)}
            >
              {words}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const isNear: Partial<Record<NonNullable<PublicUser['distance']>, true>> = { '<2': true, '<5': true }

/** The two best openers, made from what both share as far as he may know it. */
function useOpeners(name: string, own: User, father: PublicUser | undefined) {
  const { t } = useLingui()
  const { city, favoriteLocations: spots = [], distance, childrenInfo = [] } = father ?? {}
  const hasLikeAge = childrenInfo.some(({ age }) => own.childrenInfo.some(child => Math.abs(child.age - age) <= 1))
  const spot = spots.find(one => own.favoriteLocations.includes(one)) ?? spots[0]
  const isSameCity = Boolean(city) && fold(own.city ?? '') === fold(city ?? '')
  const openers: string[] = []
  if (hasLikeAge)
    openers.push(t`Hi ${name}, our children are about the same age. Fancy going outside together some time?`)
  if (distance && isNear[distance])
    openers.push(t`Hi ${name}, I think we live close to each other. Which playground do you go to?`)
  if (spot) openers.push(t`Hi ${name}, I saw that you like going to ${spot}. Shall we meet there some time?`)
  if (isSameCity) openers.push(t`Hi ${name}, I live in ${city} too. Which playground do you go to?`)
  openers.push(
    t`Hi ${name}, I am looking for dads to go outside with, children included. Fancy it?`,
    t`Hi ${name}, I am new here. What do you usually do with your children at the weekend?`,
  )
  return openers.slice(0, 2)
}
