import { useLayoutEffect, useRef } from 'react'

type Props = { value?: unknown; defaultValue?: unknown }

/**
 * Lets a field follow its value without being reset by it: only a new value replaces what is there, which a password
 * manager may have filled in without telling anybody. The attributes are for the field, the box is around it.
 */
export function useKeptValue<P extends Props>({ value, ...props }: P) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const field = box.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
    if (field && value !== undefined && field.value !== String(value)) field.value = String(value)
  }, [value])
  return { box, attributes: value === undefined ? props : { ...props, defaultValue: value as string } }
}
