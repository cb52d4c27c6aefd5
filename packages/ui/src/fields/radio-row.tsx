import type { ComponentProps } from 'react'

/** One of several answers below each other. */
export function RadioRow({ children, ...input }: ComponentProps<'input'>) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input {...input} type="radio" className="size-5 shrink-0 accent-picked" />
      {children}
    </label>
  )
}
