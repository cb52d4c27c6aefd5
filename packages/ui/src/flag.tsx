import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

// Twenty-four by twenty-four; the corner radius does the rounding, so no ids are needed.
const flags = {
  nl: (
    <>
      <path fill="#AE1C28" d="M0 0h24v8H0z" />
      <path fill="#fff" d="M0 8h24v8H0z" />
      <path fill="#21468B" d="M0 16h24v8H0z" />
    </>
  ),
  en: (
    <>
      <path fill="#012169" d="M0 0h24v24H0z" />
      <path stroke="#fff" strokeWidth="5" d="M0 0l24 24M24 0 0 24" />
      <path stroke="#C8102E" strokeWidth="2" d="M0 0l24 24M24 0 0 24" />
      <path stroke="#fff" strokeWidth="8" d="M12 0v24M0 12h24" />
      <path stroke="#C8102E" strokeWidth="4.500" d="M12 0v24M0 12h24" />
    </>
  ),
  de: (
    <>
      <path fill="#1A1A1A" d="M0 0h24v8H0z" />
      <path fill="#D00" d="M0 8h24v8H0z" />
      <path fill="#FFCE00" d="M0 16h24v8H0z" />
    </>
  ),
  fr: (
    <>
      <path fill="#002654" d="M0 0h8v24H0z" />
      <path fill="#fff" d="M8 0h8v24H8z" />
      <path fill="#CE1126" d="M16 0h8v24h-8z" />
    </>
  ),
  es: (
    <>
      <path fill="#AA151B" d="M0 0h24v24H0z" />
      <path fill="#F1BF00" d="M0 6h24v12H0z" />
    </>
  ),
} satisfies Record<string, ReactNode>
export type FlagCode = keyof typeof flags

/** A round flag beside the name of a language, which does the speaking. */
export function Flag({ code, className }: { code: FlagCode; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="24"
      height="24"
      aria-hidden
      className={classNames('block shrink-0 rounded-full edge-card', className)}
    >
      {flags[code]}
    </svg>
  )
}
