import type { PublicUser } from '@papadag/contract/users/users'
import { cardClass } from '@papadag/ui/card'
import { Skeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'
import rainWide from '@papadag/ui/svg/scene-hero-regen-breed.svg?no-inline'
import rainNarrow from '@papadag/ui/svg/scene-hero-regen-smal.svg?no-inline'
import sunWide from '@papadag/ui/svg/scene-hero-zon-breed.svg?no-inline'
import sunNarrow from '@papadag/ui/svg/scene-hero-zon-smal.svg?no-inline'
import type { ReactNode } from 'react'
import {
  Children,
  City,
  EarnedBadges,
  FatherBadge,
  fullName,
  HowFar,
  Portrait,
} from '../../../domain/people/father-facts.tsx'

// The sky's colour is set before its picture loads.
const covers = {
  sun: { narrow: sunNarrow, wide: sunWide, sky: 'bg-[#ffe08a]' },
  rain: { narrow: rainNarrow, wide: rainWide, sky: 'bg-[#a9d8ec]' },
}

type CoverProps = { weather: keyof typeof covers }

function Cover({ weather }: CoverProps) {
  const { narrow, wide, sky } = covers[weather]
  return (
    <div className={sky} style={{ height: 150 }}>
      <picture>
        <source media="(width >= 48rem)" srcSet={wide} />
        <img
          src={narrow}
          alt=""
          className="size-full object-cover"
          style={{ objectPosition: '50% calc(100% + min(4vw, 52px))' }}
        />
      </picture>
    </div>
  )
}

type Props = CoverProps & {
  father: Pick<
    PublicUser,
    | 'id'
    | 'firstName'
    | 'lastName'
    | 'profileImage'
    | 'badge'
    | 'city'
    | 'distance'
    | 'bio'
    | 'childrenInfo'
    | 'playdatesHad'
    | 'isNew'
    | 'knownByFathers'
  >
  /** On the corner of the picture. */
  onPicture?: ReactNode
  actions: ReactNode
  children?: ReactNode
}

/** A profile's header, on the current weather. */
export function ProfileCard({ weather, father, onPicture, actions, children }: Props) {
  return (
    <section className={`${cardClass} overflow-hidden`}>
      <Cover weather={weather} />
      <div className="relative px-4 pb-4.5 md:flex md:gap-5.5 md:px-6">
        <div
          className="relative shrink-0 self-start rounded-kap-avatar bg-surface p-1"
          style={{ marginTop: -50, width: 'fit-content' }}
        >
          <Portrait of={father} size={96} />
          {onPicture}
        </div>
        <div className="mt-3 min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h1 className="min-w-0 break-words text-[2rem]">{fullName(father)}</h1>
            <EarnedBadges of={father} />
            <FatherBadge badge={father.badge} />
          </div>
          <City city={father.city} />
          {father.distance && (
            <p className="mt-1.5">
              <HowFar of={father} />
            </p>
          )}
          {father.bio && <p className="mt-2 whitespace-pre-line break-words">{father.bio}</p>}
          <Children of={father.childrenInfo ?? []} />
          {children}
        </div>
        <div className="mt-3.5 flex items-start gap-2 md:mt-5">{actions}</div>
      </div>
    </section>
  )
}

export function ProfileCardSkeleton({ weather, label }: CoverProps & { label: string }) {
  return (
    <SkeletonGroup label={label} className={`${cardClass} overflow-hidden`}>
      <Cover weather={weather} />
      <div aria-hidden className="flex gap-4 px-4 pt-3 pb-4.5 md:px-6">
        <Skeleton className="size-24 shrink-0 rounded-kap-avatar" />
        <div className="mt-3 grid flex-1 content-start gap-2.5">
          <Skeleton className="h-8 w-3/5" />
          <Skeleton className="h-3.5 w-1/3" />
          <Skeleton className="h-3.5 w-4/5" />
        </div>
      </div>
    </SkeletonGroup>
  )
}
