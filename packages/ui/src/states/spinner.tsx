import { Illustration } from '../pictures/illustration.tsx'

/**
 * The full-page loading picture: the bakfiets, riding. The file animates itself, except with reduced motion. It is
 * centred in the window rather than the page, since the header may disappear while it shows.
 */
export function FullScreenSpinner({ label }: { label: string }) {
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-0 grid place-content-center justify-items-center gap-4 p-4"
    >
      <Illustration name="bakfiets" className="w-60" />
      <p className="font-[750] font-display text-xl">{label}</p>
    </div>
  )
}
