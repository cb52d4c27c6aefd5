import { Illustration } from './illustration.tsx'

/** The full-page loading picture: the bakfiets, riding. The file animates itself, and rests under reduced motion. */
export function FullScreenSpinner({ label }: { label: string }) {
  return (
    <div role="status" className="grid min-h-[70dvh] place-content-center justify-items-center gap-4 p-4">
      <Illustration name="bakfiets" className="w-60" />
      <p className="font-[750] font-display text-xl">{label}</p>
    </div>
  )
}
