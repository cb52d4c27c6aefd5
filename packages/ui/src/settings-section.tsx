import { type ReactNode, useId } from 'react'

/** A part of the settings under its heading. */
export function SettingsSection({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="card rounded-kap-m bg-surface p-4 card-shadow md:p-4.5">
      <h2 id={id} className="mb-3">
        {title}
      </h2>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5">{children}</div>
    </section>
  )
}
