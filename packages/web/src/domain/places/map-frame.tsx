import pin from '@papadag/ui/svg/pin-speelafspraak.svg?no-inline'
import type { ComponentProps, Ref } from 'react'

type Props = Omit<ComponentProps<'figure'>, 'children'> & {
  canvas?: Ref<HTMLCanvasElement>
  isDrawn?: boolean
  /** The description of the picture. */
  label?: string
}

/** The frame of a static picture of the map around a place. Until it is drawn, only its pin is there. */
export function MapFrame({ canvas, isDrawn = false, label, className, ...figure }: Props) {
  return (
    <figure {...figure} className={`relative ${className} w-full overflow-hidden rounded-kap-s bg-sunken`}>
      <canvas ref={canvas} {...(isDrawn && { role: 'img', 'aria-label': label })} className="size-full object-cover" />
      <img
        src={pin}
        alt=""
        width="44"
        height="54"
        className="absolute top-1/2 left-1/2 -translate-x-1/2 -translate-y-[93%]"
      />
      <figcaption
        hidden={!isDrawn}
        className="absolute right-3 bottom-0 rounded-t-lg bg-surface/90 px-2 text-ink-2 text-xs"
      >
        <a
          href="https://www.openstreetmap.org/copyright"
          target="_blank"
          rel="noopener noreferrer"
          className="inline-block py-1 underline underline-offset-2"
        >
          © OpenStreetMap
        </a>
      </figcaption>
    </figure>
  )
}
