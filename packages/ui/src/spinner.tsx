import { Illustration } from './illustration.tsx'

/** Nothing to show yet at all: the bakfiets, riding. The file turns its own wheels, and rests when motion is unwanted. */
export function FullScreenSpinner({ label }: { label: string }) {
  return (
    <div role="status" className="grid min-h-[70dvh] place-content-center justify-items-center gap-4 p-4">
      <Illustration name="bakfiets" className="w-60" />
      <p className="font-[750] font-display text-xl">{label}</p>
    </div>
  )
}
