import { i18n, type Messages } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { useLingui } from '@lingui/react/macro'
import type { User } from '@papadag/contract/users/users'
import { buttonClass } from '@papadag/ui/button'
import { Skeleton } from '@papadag/ui/states/skeleton'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { greet } from '../../features/home/greeting.ts'
import { Hero } from '../../features/home/hero.tsx'
import { PlaydateSkeletons } from '../../features/playdates/list/playdate-skeletons.tsx'
import { LoginDrawing } from '../../pages/auth.tsx'
import { FirstStepsRoom, HomeFrame } from '../../pages/home/home-frame.tsx'
import { TodayRoom } from '../../pages/home/today-room.tsx'
import { Page as Playdates } from '../../pages/playdates/playdates.tsx'
import { reads } from '../../platform/data/reads.ts'
import { screen } from '../../platform/screen/screen.ts'
import { BottomBar } from '../header/bottom-bar.tsx'
import { MainArea } from '../main-area.tsx'
import { ChatDrawing } from './chat-drawing.tsx'
import { MapDrawing } from './map-drawing.tsx'

const texts = import.meta.glob<{ messages: Messages }>('../../platform/texts/*.po')

/** Screens as HTML by name, before anything is known about who looks at them; for vite/prerender.ts. */
export async function prerenderScreens(language: string): Promise<Record<string, string>> {
  const words = await texts[`../../platform/texts/${language}.po`]?.()
  i18n.loadAndActivate({ locale: language, messages: words?.messages ?? {} })
  const anybody: Partial<User> = { id: 0, childrenInfo: [] }
  reads.setQueryData(['/api/user'], anybody)
  return {
    home: draw('/', <Home />, <BottomBar unread={0} />),
    playdates: draw('/playdates', <Playdates />, <BottomBar unread={0} />),
    chat: drawOver('/chat/1', <ChatDrawing />),
    'playground-map': drawOver('/playground-map', <MapDrawing />),
    auth: drawAlone('/auth', <LoginDrawing />),
    unreachable: draw('/', <Unreachable />),
  }
}

function draw(path: string, page: ReactNode, bar?: ReactNode) {
  return write(
    path,
    <>
      <MainArea width="narrow">{page}</MainArea>
      {bar}
    </>,
  )
}

/** A phone's screen between the bars, which takes no room of the page: nothing moves while the app's is below it. */
function drawOver(path: string, page: ReactNode) {
  return write(
    path,
    <>
      <main className="fixed inset-x-0 top-(--pd-header-h) bottom-[calc(var(--pd-bottombar-h)+env(safe-area-inset-bottom))] z-10">
        {page}
      </main>
      <BottomBar unread={0} />
    </>,
  )
}

/** A screen without the header, which the HTML contains: this covers it. */
function drawAlone(path: string, page: ReactNode) {
  return write(path, <main className="absolute inset-x-0 top-0 z-30">{page}</main>)
}

function write(path: string, screen: ReactNode) {
  location.pathname = path
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={reads}>{screen}</QueryClientProvider>
    </I18nProvider>,
  )
}

// The greetings of the four parts of the day; prerendered-start.ts picks one and inserts the name.
const hours = [0, 6, 12, 18]
const greetings = () => hours.map(hour => greet(i18n, new Date(2026, 0, 1, hour), '*')).join('|')

/** Everything on home except the date, the weather and what comes from the server. */
function Home() {
  return (
    <HomeFrame
      hero={(['sun', 'evening'] as const).map(scene => (
        <div key={scene} className={`only-${scene}`}>
          <Hero
            scene={scene}
            isOneOfSeveral
            day={
              <span className="grid py-0.5">
                <Skeleton className="h-4 w-32" />
              </span>
            }
            // The greeting for a user whose name is unknown.
            greeting={
              <span data-greetings={greetings()} className="grid gap-[.225em] py-[.1125em]">
                <Skeleton className="h-[.875em] w-[6.5em] max-w-full" />
                <Skeleton className="h-[.875em] w-[3em] md:hidden" />
              </span>
            }
          />
        </div>
      ))}
      first={
        <div className="only-first-steps">
          <FirstStepsRoom />
        </div>
      }
      today={<TodayRoom />}
      upcoming={<PlaydateSkeletons count={screen.upcomingSkeletonsHome} />}
    />
  )
}

/** Replaces the drawing if the code cannot be loaded. */
function Unreachable() {
  const { t } = useLingui()
  return (
    <div className="px-4 pt-2 text-center">
      <h1 tabIndex={-1}>{t`Papadag cannot be reached`}</h1>
      {/* biome-ignore lint/a11y/useValidAnchor: the empty address is the current one, wherever a tap has led */}
      <a href="" className={buttonClass({ variant: 'do', className: 'mt-4' })}>
        {t`Retry`}
      </a>
    </div>
  )
}
