import { classNames } from '../class-names.ts'
import notFound from '../svg/ill-404.svg?no-inline'
import cookies from '../svg/ill-cookies.svg?no-inline'
import error from '../svg/ill-fout.svg?no-inline'
import install from '../svg/ill-installeren.svg?no-inline'
import noPlaydates from '../svg/ill-leeg-afspraken.svg?no-inline'
import noChat from '../svg/ill-leeg-chat.svg?no-inline'
import noFavourites from '../svg/ill-leeg-favorieten.svg?no-inline'
import noHistory from '../svg/ill-leeg-historie.svg?no-inline'
import noPlaces from '../svg/ill-leeg-plekken.svg?no-inline'
import noFathers from '../svg/ill-leeg-vaders.svg?no-inline'
import offline from '../svg/ill-offline.svg?no-inline'
import bakfiets from '../svg/laad-bakfiets.svg?no-inline'
import canal from '../svg/scene-auth-gracht.svg?no-inline'
import authPhone from '../svg/scene-hero-zon-smal.svg?no-inline'
import nightTent from '../svg/scene-papaweekend.svg?no-inline'

const spot = { width: 320, height: 230 }

const illustrations = {
  notFound: { src: notFound, width: 360, height: 230 },
  cookies: { src: cookies, ...spot },
  error: { src: error, ...spot },
  install: { src: install, ...spot },
  noPlaydates: { src: noPlaydates, ...spot },
  noChat: { src: noChat, ...spot },
  noFavourites: { src: noFavourites, ...spot },
  noHistory: { src: noHistory, ...spot },
  noPlaces: { src: noPlaces, ...spot },
  noFathers: { src: noFathers, ...spot },
  offline: { src: offline, ...spot },
  bakfiets: { src: bakfiets, width: 320, height: 244 },
  canal: { src: canal, width: 640, height: 620 },
  authPhone: { src: authPhone, width: 390, height: 300 },
  nightTent: { src: nightTent, width: 420, height: 240 },
}
export type IllustrationName = keyof typeof illustrations

type Props = { name: IllustrationName; className?: string; lazy?: boolean }

/** A picture next to text that says the same, hidden from screen readers. */
export function Illustration({ name, className, lazy = false }: Props) {
  const { src, width, height } = illustrations[name]
  return (
    <img
      src={src}
      width={width}
      height={height}
      alt=""
      decoding="async"
      loading={lazy ? 'lazy' : 'eager'}
      className={classNames('block', className)}
    />
  )
}
