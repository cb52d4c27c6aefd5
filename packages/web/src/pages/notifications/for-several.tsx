import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Notification } from '@papadag/contract/notifications'
import { listIn } from '../../platform/language/formats.ts'

// Lines that stand for several fathers, of whom the reader is told those whom he may see.

/** The fathers who joined, as far as the reader may see them: one by name with his children, several by number. */
export function Joined({ people: [first, ...others] }: { people: NonNullable<Notification['people']> }) {
  if (!first) return <Trans>Somebody has joined</Trans>
  const { firstName, children } = first
  if (others.length > 0) {
    return (
      <Plural
        value={others.length}
        one={`${firstName} and # other have joined`}
        other={`${firstName} and # others have joined`}
      />
    )
  }
  if (!children) return <Trans>{firstName} has joined</Trans>
  return (
    <Plural
      value={children}
      one={`${firstName} has joined, with # child`}
      other={`${firstName} has joined, with # children`}
    />
  )
}

type Named = Pick<Notification, 'person' | 'people'>

/** The latest of those for whom a line stands, and how many others. */
const latestOf = ({ person, people = [] }: Named) => ({ firstName: person?.firstName, others: people.length - 1 })

export function CannotCome(named: Named) {
  const { firstName, others } = latestOf(named)
  if (firstName === undefined) return <Trans>Somebody can’t make it</Trans>
  if (others <= 0) return <Trans>{firstName} can’t make it</Trans>
  return (
    <Plural
      value={others}
      one={`${firstName} and # other can’t make it`}
      other={`${firstName} and # others can’t make it`}
    />
  )
}

export function InCircle(named: Named) {
  const { firstName, others } = latestOf(named)
  if (firstName === undefined) return <Trans>Somebody new is in the circle</Trans>
  if (others <= 0) return <Trans>{firstName} is in the circle now</Trans>
  return (
    <Plural
      value={others}
      one={`${firstName} and # other are in the circle now`}
      other={`${firstName} and # others are in the circle now`}
    />
  )
}

export function WantsIn(named: Named) {
  const { firstName, others } = latestOf(named)
  if (firstName === undefined) return <Trans>Somebody has the code and wants to join</Trans>
  if (others <= 0) return <Trans>{firstName} has the code and wants to join</Trans>
  return (
    <Plural
      value={others}
      one={`${firstName} and # other have the code and want to join`}
      other={`${firstName} and # others have the code and want to join`}
    />
  )
}

/** Whom the reader meets at the entrance, all by name. */
export function Newcomers({ person, people = [] }: Named) {
  const { i18n } = useLingui()
  if (!person) return <Trans>Somebody is coming for the first time. You meet him at the entrance.</Trans>
  const { firstName } = person
  if (people.length <= 1) return <Trans>{firstName} is coming for the first time. You meet him at the entrance.</Trans>
  const names = listIn(
    i18n.locale,
    people.map(one => one.firstName),
  )
  return <Trans>{names} are coming for the first time. You meet them at the entrance.</Trans>
}
