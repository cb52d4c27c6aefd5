import { type ReactNode, useId } from 'react'

type Props = {
  /** What an address calls it. */
  name: string
  title: ReactNode
  children: ReactNode
}

/** A part of the settings under its heading. */
export function SettingsSection({ name, title, children }: Props) {
  const id = useId()
  return (
    <section
      id={idOf(name)}
      aria-labelledby={id}
      className="card rounded-kap-m bg-surface p-4 outline-offset-2 card-shadow has-[>h2:focus]:outline-3 has-[>h2:focus]:outline-focus md:p-4.5"
    >
      <h2 id={id} tabIndex={-1} className="mb-3">
        {title}
      </h2>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5">{children}</div>
    </section>
  )
}

/** Brings a section to the top of the screen, and the focus to its heading; nothing when it is not there. */
export function leadToSection(name: string) {
  const section = document.getElementById(idOf(name))
  section?.scrollIntoView({ block: 'start' })
  section?.querySelector('h2')?.focus({ preventScroll: true })
}

const idOf = (name: string) => `settings-${name}`
