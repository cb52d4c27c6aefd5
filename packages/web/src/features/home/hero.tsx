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
  /** The picture loads only if it is shown, for several scenes of which the styles show one. */
  isOneOfSeveral?: boolean
  /** The weather. */
  children?: ReactNode
}

/** The current weather scene, edge to edge, behind the greeting. */
export function Hero({ scene, day, greeting, isOneOfSeveral, children }: Props) {
  const { narrow, wide, colours } = scenes[scene]
  return (
    // The page clips what becomes too wide because of a scrollbar.
    <section
      className={`-mt-5 md:-mt-7 relative mx-[calc(50%-50vw)] min-h-75 overflow-hidden md:min-h-80 min-[90rem]:min-h-[min(22.2vw,26rem)] ${colours}`}
    >
      <picture>
        <source media="(width >= 35rem)" srcSet={wide} />
        <img
          src={narrow}
          alt=""
          fetchPriority="high"
          loading={isOneOfSeveral ? 'lazy' : 'eager'}
          // The bike rides beside the text, not behind it.
          className="absolute bottom-0 left-0 h-[max(18.75rem,76.9vw)] w-full min-[35rem]:h-75 object-cover object-bottom max-[24.3rem]:object-left-bottom min-[35rem]:object-[45%_100%] md:h-80 md:object-[33%_100%] lg:object-bottom min-[90rem]:h-[min(22.2vw,26rem)] min-[90rem]:object-[50%_70%]"
        />
      </picture>
      <div className="relative mx-auto max-w-6xl px-4 pt-5 pb-[max(11rem,45vw)] min-[35rem]:pb-30 md:px-6 md:pt-10 lg:pb-26">
        {/* The father rides below or beside the text; the sky's contents are on the right. */}
        <p className="mb-0.5 font-bold text-sm opacity-85">{day}</p>
        <h1 className="max-w-77 break-words min-[35rem]:max-w-[44vw] min-[90rem]:max-w-135 text-[2rem] leading-[1.1] md:text-[2.75rem] lg:text-[3.25rem]">
          {greeting}
        </h1>
        <div className="mt-2.5 max-w-71 min-[35rem]:max-w-[44vw] min-[90rem]:max-w-135">
          <div className="min-h-23">{children}</div>
        </div>
      </div>
    </section>
  )
}
