import { useLingui } from '@lingui/react/macro'
import { IconButton } from '@papadag/ui/icon-button'
import { Menu } from '@papadag/ui/layers/menu'
import type { MenuItem } from '@papadag/ui/layers/menu-item'
import { useState } from 'react'
import { fullName, type Named } from '../../../domain/people/father-facts.tsx'
import { navigate } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'
import { sayUnavailable } from '../../../platform/screen/quiet.tsx'
import { askToReport } from '../../../platform/screen/reporting.ts'
import { BlockDialog } from './block-dialog.tsx'

type Props = {
  father: Named
  /** Called after blocking; by default it leads to the other fathers. */
  onBlocked?: () => void
}

/** Actions on a father besides chatting. */
export function FatherOptions({ father, onBlocked }: Props) {
  const { t } = useLingui()
  const [isAsking, setIsAsking] = useState(false)
  const name = fullName(father)
  const { profileImage } = father
  const photoItem: MenuItem[] = profileImage
    ? [
        {
          label: t`Report the photo`,
          icon: 'image',
          onSelect: () =>
            askToReport({
              type: 'photo',
              id: profileImage,
              name: t`the photo of ${name}`,
              person: { id: father.id, name },
            }),
        },
      ]
    : []
  return (
    <>
      <Menu
        label={t`Options for ${name}`}
        onUnavailable={sayUnavailable}
        items={[
          {
            label: t`Report`,
            icon: 'flag',
            onSelect: () => askToReport({ type: 'user', id: father.id, name, person: { id: father.id, name } }),
          },
          ...photoItem,
          { label: t`Block`, icon: 'ban', destructive: true, onSelect: () => setIsAsking(true) },
        ]}
        trigger={props => <IconButton {...props} icon="more" aria-label={t`More options for ${name}`} />}
      />
      <BlockDialog
        father={father}
        open={isAsking}
        onClose={() => setIsAsking(false)}
        onBlocked={onBlocked ?? (() => navigate(pathTo('discover'), { replace: true }))}
      />
    </>
  )
}
