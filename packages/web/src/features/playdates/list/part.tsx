import { type ReactNode, useId } from 'react'

/** A part of the list, under its own heading. */
export function Part({ title, detail, children }: { title: ReactNode; detail?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="flex min-h-9 flex-wrap items-baseline gap-x-3 pb-2">
        <h2 id={id}>{title}</h2>
        {detail}
      </div>
      {children}
    </section>
  )
}
