import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react'
import type * as dialog from './dialog.tsx'

const load = () => import('./dialog.tsx')
const LoadedDialog = lazy(async () => ({ default: (await load()).Dialog }))
const LoadedConfirmDialog = lazy(async () => ({ default: (await load()).ConfirmDialog }))

/** `Dialog`, loaded when it first opens, for screens where most users never open one. */
export function Dialog(props: ComponentProps<typeof dialog.Dialog>) {
  return <OnceOpen open={props.open}>{() => <LoadedDialog {...props} />}</OnceOpen>
}

/** `ConfirmDialog`, likewise. */
export function ConfirmDialog(props: ComponentProps<typeof dialog.ConfirmDialog>) {
  return <OnceOpen open={props.open}>{() => <LoadedConfirmDialog {...props} />}</OnceOpen>
}

function OnceOpen({ open, children }: { open: boolean; children: () => ReactNode }) {
  const [hasOpened, setHasOpened] = useState(open)
  if (open && !hasOpened) setHasOpened(true)
  return hasOpened && <Suspense fallback={null}>{children()}</Suspense>
}
