import eveningWide from '@papadag/ui/svg/scene-hero-avond-breed.svg?no-inline'
import eveningNarrow from '@papadag/ui/svg/scene-hero-avond-smal.svg?no-inline'
import rainWide from '@papadag/ui/svg/scene-hero-regen-breed.svg?no-inline'
import rainNarrow from '@papadag/ui/svg/scene-hero-regen-smal.svg?no-inline'
import sunWide from '@papadag/ui/svg/scene-hero-zon-breed.svg?no-inline'
import sunNarrow from '@papadag/ui/svg/scene-hero-zon-smal.svg?no-inline'
import type { ReactNode } from 'react'

// The sky's colour is painted before its picture, whose edges match it.
const scenes = {
  sun: { narrow: sunNarrow, wide: sunWide, colours: 'bg-[#ffe08a] text-[#12332e]' },
  rain: { narrow: rainNarrow, wide: rainWide, colours: 'bg-[#a9d8ec] text-[#12332e]' },
  evening: { narrow: eveningNarrow, wide: eveningWide, colours: 'bg-[#1b4350] text-[#fff6e2]' },
}

type Props = {
  scene: keyof typeof scenes
  day: ReactNode
  greeting: ReactNode
  /** A street of the wide picture, repeated, beside the greeting instead of a picture below it. */
  isSmall?: boolean
  /** The picture loads only if it is shown, for several scenes of which the styles show one. */
  isOneOfSeveral?: boolean
  /** The weather. */
  children?: ReactNode
}

/** The current weather scene, edge to edge, behind the greeting. */
export function Hero({ scene, day, greeting, isSmall, isOneOfSeveral, children }: Props) {
  const { narrow, wide, colours } = scenes[scene]
  return (
    // The page clips what becomes too wide because of a scrollbar.
    <section className={`hero -mt-5 md:-mt-7 relative mx-[calc(50%-50vw)] overflow-hidden @container ${colours}`}>
      {isSmall ? (
        <div className={`street street-${scene}`} />
      ) : (
        <picture>
          <source media="(width >= 35rem)" srcSet={wide} />
          <img src={narrow} alt="" fetchPriority="high" loading={isOneOfSeveral ? 'lazy' : 'eager'} />
        </picture>
      )}
      <div className="relative mx-auto max-w-6xl px-4 md:px-6">
        {/* The father rides below or beside the text; the sky's contents are on the right. */}
        <p className="mb-0.5 font-bold text-sm opacity-85">{day}</p>
        <h1 className="break-words leading-[1.1]">{greeting}</h1>
        <div className="mt-2.5 min-h-23">{children}</div>
      </div>
    </section>
  )
}
