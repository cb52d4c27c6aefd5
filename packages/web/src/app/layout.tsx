import type { ReactNode } from 'react'

export function Layout({ children }: { children: ReactNode }) {
  return <main className="mx-auto max-w-6xl px-4 md:px-6">{children}</main>
}
