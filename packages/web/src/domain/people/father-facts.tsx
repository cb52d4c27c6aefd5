import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Distance, PublicUser } from '@papadag/contract/users/users'
import { Badge } from '@papadag/ui/badge'
import { FeatureTag } from '@papadag/ui/feature-tag'
import { Avatar, type AvatarSize } from '@papadag/ui/pictures/avatar'
import { Icon } from '@papadag/ui/pictures/icon'
import { pictureAddress } from '../../platform/pictures/picture-address.ts'

export type Named = Pick<PublicUser, 'id' | 'firstName' | 'lastName' | 'profileImage'>

export function fullName({ firstName, lastName }: Pick<Named, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim()
}

/** His picture or his initials. */
export function Portrait({ of, size, className }: { of: Named; size?: AvatarSize; className?: string }) {
  const src = pictureAddress(of.profileImage)
  return <Avatar userId={of.id} name={fullName(of)} src={src} size={size} className={className} />
}

/** The server's default badge. */
const usualBadge = 'Active Dad'

/** The badge that everybody has is subtle, so that earned ones stand out. */
export function FatherBadge({ badge, tone = 'do' }: { badge: string; tone?: 'do' | 'picked' }) {
  const isUsual = badge === usualBadge
  return <Badge tone={isUsual ? 'muted' : tone}>{isUsual ? <Trans>Active Dad</Trans> : badge}</Badge>
}

/** His badges: that two fathers know him, the number of playdates with others, and that he is new. */
export function EarnedBadges({
  of: { playdatesHad = 0, isNew, knownByFathers },
}: {
  of: Pick<PublicUser, 'playdatesHad' | 'isNew' | 'knownByFathers'>
}) {
  return (
    <>
      {knownByFathers && (
        <Badge icon="users">
          <Trans>Knows 2 dads here</Trans>
        </Badge>
      )}
      {playdatesHad > 0 && (
        <Badge icon="check">
          <Plural value={playdatesHad} one="# playdate so far" other="# playdates so far" />
        </Badge>
      )}
      {isNew && (
        <Badge tone="info">
          <Trans>New here</Trans>
        </Badge>
      )}
    </>
  )
}

export function City({ city }: { city: string | null }) {
  if (city === null) return null
  return (
    <p className="flex items-center gap-1.5 text-[.9375rem] text-ink-2">
      <Icon name="pin" size={18} />
      <span className="min-w-0 break-words">{city}</span>
    </p>
  )
}

const distanceWords: Record<Distance, MessageDescriptor> = {
  '<2': msg`less than 2 km away`,
  '<5': msg`less than 5 km away`,
  '<10': msg`less than 10 km away`,
  '10+': msg`more than 10 km away`,
}

/** Roughly how far from the reader he lives, if both allow it. */
export function HowFar({ of: { distance } }: { of: Pick<PublicUser, 'distance'> }) {
  const { i18n } = useLingui()
  if (distance === undefined) return null
  return <FeatureTag icon="home">{i18n._(distanceWords[distance])}</FeatureTag>
}

/** His bio, cut to a few lines in lists. */
export function Bio({ of: { bio }, lines }: { of: Pick<PublicUser, 'bio'>; lines: number }) {
  if (!bio) return null
  return (
    <p
      className="mt-1.5 break-words text-sm"
      style={{ display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: lines, overflow: 'hidden' }}
    >
      {bio}
    </p>
  )
}

/** The ages of a father's children; names are not shown in lists (safety S4). */
export function Ages({ of }: { of: Pick<PublicUser, 'childrenInfo'> }) {
  return of.childrenInfo?.map(({ age }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: children of one age are alike
    <FeatureTag key={index} icon="playCorner">
      <Age of={age} />
    </FeatureTag>
  ))
}

/** The age ranges in which both he and the viewer have a child; empty if his children's ages are shown anyway. */
export function AlikeAges({
  of: { alikeAges = [], childrenInfo },
}: {
  of: Pick<PublicUser, 'alikeAges' | 'childrenInfo'>
}) {
  if (childrenInfo) return null
  return alikeAges.map(({ from, to }) => (
    <FeatureTag key={from} icon="playCorner">
      <Trans>
        Also a child of {from}–{to}
      </Trans>
    </FeatureTag>
  ))
}

function Age({ of }: { of: number }) {
  return <Plural value={of} one="# year old" other="# years old" />
}

/** A father's children, as shown on his page. */
export function Children({ of }: { of: readonly { name?: string | undefined; age: number }[] }) {
  if (of.length === 0) return null
  return (
    <ul className="mt-3 flex flex-wrap gap-2">
      {of.map(({ name, age }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two children may be alike
        <li key={index}>
          <Badge icon="playCorner" className="max-w-full">
            <span className="truncate py-1">
              {name && `${name}, `}
              <Age of={age} />
            </span>
          </Badge>
        </li>
      ))}
    </ul>
  )
}
