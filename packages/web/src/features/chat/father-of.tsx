import { Trans, useLingui } from '@lingui/react/macro'
import { oneUser } from '@papadag/contract/users/users'
import { useRead } from '../../platform/data/data.ts'
import { listIn } from '../../platform/language/formats.ts'

/** Where a father lives and, if he shows their names to this reader, whose father he is (safety 2). */
export function FatherOf({ userId }: { userId: number }) {
  const { i18n } = useLingui()
  const { data } = useRead(oneUser, { params: { id: userId } })
  if (!data) return null
  const names = data.childrenInfo?.flatMap(({ name }) => name || []) ?? []
  const children = names.length > 0 && listIn(i18n.locale, names)
  return (
    <>
      {data.city}
      {data.city && children && ' · '}
      {children && <Trans>father of {children}</Trans>}
    </>
  )
}
