import { createContext, type ReactNode, use, useId } from 'react'
import { classNames } from './class-names.ts'

/** On a phone only this section is shown, and none with null; undefined shows all, as on a wide screen. */
export const OpenSection = createContext<string | null | undefined>(undefined)

type Props = {
  /** The section's name in the address. */
  name: string
  title: ReactNode
  /** The section it is shown with; by default itself. */
  within?: string | undefined
  children: ReactNode
}

/** A section of the settings with its heading. */
export function SettingsSection({ name, title, within = name, children }: Props) {
  const id = useId()
  const open = use(OpenSection)
  return (
    <section
      id={idOf(name)}
      aria-labelledby={id}
      className={classNames(
        'card rounded-kap-m bg-surface p-4 outline-offset-2 card-shadow has-[>h2:focus]:outline-3 has-[>h2:focus]:outline-focus md:p-4.5',
        open !== undefined && open !== within && 'phone:hidden',
      )}
    >
      <h2 id={id} tabIndex={-1} className="mb-3">
        {title}
      </h2>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5">{children}</div>
    </section>
  )
}

/** Scrolls to a section and focuses its heading; does nothing if it is missing. */
export function leadToSection(name: string) {
  const section = document.getElementById(idOf(name))
  section?.scrollIntoView({ block: 'start' })
  section?.querySelector('h2')?.focus({ preventScroll: true })
}

const idOf = (name: string) => `settings-${name}`
