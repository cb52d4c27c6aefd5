import { Plural, Trans } from '@lingui/react/macro'

/** On a button that says yes for him and this number of children. */
export function ComingWith({ value }: { value: number }) {
  return value === 0 ? (
    <Trans>I’m coming</Trans>
  ) : (
    <Plural value={value} one="I’m coming with # child" other="I’m coming with # children" />
  )
}
