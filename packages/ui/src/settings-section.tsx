import { type ReactNode, useId } from 'react'

type Props = {
  /** The section's name in the address. */
  name: string
  title: ReactNode
  children: ReactNode
}

/** A section of the settings with its heading. */
export function SettingsSection({ name, title, children }: Props) {
  const id = useId()
  return (
    <section id={idOf(name)} aria-labelledby={id} className="card rounded-kap-m bg-surface p-4 card-shadow md:p-4.5">
      <h2 id={id} tabIndex={-1} className="mb-3">
        {title}
      </h2>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5">{children}</div>
    </section>
  )
}

/** Scrolls to a section and focuses its heading; whether there is such a section. */
export function leadToSection(name: string): boolean {
  const section = document.getElementById(idOf(name))
  section?.scrollIntoView({ block: 'start' })
  section?.querySelector('h2')?.focus({ preventScroll: true })
  return section !== null
}

const idOf = (name: string) => `settings-${name}`
