import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@papadag/ui/button'
import { EmptyState } from '@papadag/ui/states/empty-state'
import { FullScreenSpinner } from '@papadag/ui/states/spinner'
import { Fragment, type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react'
import { Redirect, useArrival, usePath, useSearch } from '../platform/navigation/navigation.tsx'
import { matchRoute, nextPath, pathTo, routes } from '../platform/navigation/routes.ts'
import { markHeard, markUsable } from '../platform/screen/usable.ts'
import { isInvitation } from '../platform/session/kept-invitation.ts'
import { useSession } from '../platform/session/session.ts'
import { hasAccount } from '../platform/session/user-data.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { type AnyPage, type LoadedName, usePage } from './pages.ts'

const notFoundTitle = msg`404 Page Not Found`

/** The screen at the address, if the user may open it. */
export function Screen() {
  const path = usePath()
  const match = matchRoute(path)
  const route = match && routes[match.name]
  const name = match?.name ?? 'not-found'
  return (
    <ErrorBoundary key={path}>
      <Guard access={route?.access ?? 'public'}>
        <Loaded path={path} name={name} id={match?.id} title={route?.title ?? notFoundTitle} />
      </Guard>
    </ErrorBoundary>
  )
}

type ArrivedProps = {
  path: string
  Page: AnyPage
  id: number | undefined
  title: Parameters<typeof useArrival>[1]
}

function Loaded({ name, ...props }: Omit<ArrivedProps, 'Page'> & { name: LoadedName }) {
  const Page = usePage(name)
  if (!Page) return <Loading />
  return (
    <Suspense fallback={<Loading />}>
      <Arrived {...props} Page={Page} />
    </Suspense>
  )
}

function Arrived({ path, Page, id, title }: ArrivedProps) {
  useArrival(path, title)
  useLayoutEffect(markHeard, [])
  useEffect(markUsable, [])
  return <Page {...(id !== undefined && { id })} />
}

function Guard({ access, children }: { access: 'member' | 'visitor' | 'public'; children: ReactNode }) {
  const session = useSession()
  const path = usePath()
  const search = useSearch()
  if (access === 'public') return children
  switch (session.status) {
    case 'loading':
      return <Loading />
    case 'unknown':
      return access === 'visitor' ? children : <Unreachable onRetry={session.retry} />
    case 'visitor': {
      if (access === 'visitor') return children
      const next = path + search
      if (session.loggedOut || next === '/') return <Redirect to={pathTo('auth')} />
      // Whoever is invited is usually new.
      const isNew = isInvitation(next) && !hasAccount()
      return <Redirect to={pathTo('auth', {}, { ...(isNew && { tab: 'register' }), next })} />
    }
    case 'member':
      // Mailed links also work for members.
      if (access === 'visitor' && !/[?&](reset|confirm|code)\b/.test(search)) return <Redirect to={nextPath(search)} />
      // A change of user remounts every screen.
      return <Fragment key={session.user.id}>{children}</Fragment>
  }
}

function Loading() {
  const { t } = useLingui()
  return <FullScreenSpinner label={t`Loading...`} />
}

function Unreachable({ onRetry }: { onRetry: () => void }) {
  const { t } = useLingui()
  useEffect(markUsable, [])
  return (
    <EmptyState
      illustration="offline"
      heading="h1"
      title={t`Papadag cannot be reached`}
      action={
        <Button variant="do" icon="refresh" onClick={onRetry}>
          {t`Retry`}
        </Button>
      }
    >
      {t`Without a connection we don’t know who you are. As soon as it is back, you can carry on here.`}
    </EmptyState>
  )
}
