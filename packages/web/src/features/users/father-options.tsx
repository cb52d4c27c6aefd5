import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { block } from '@papadag/contract/users'
import { ConfirmDialog } from '@papadag/ui/dialog-on-demand'
import { IconButton } from '@papadag/ui/icon-button'
import { Menu } from '@papadag/ui/menu'
import type { MenuItem } from '@papadag/ui/menu-item'
import { useState } from 'react'
import { useWrite } from '../../platform/data.ts'
import { navigate } from '../../platform/navigation.tsx'
import { noConnection } from '../../platform/notices.ts'
import { askToReport } from '../../platform/reporting.ts'
import { pathTo } from '../../platform/routes.ts'
import { fullName, type Named } from './father-facts.tsx'

type Props = {
  father: Named
  /** What happens when he is blocked; otherwise it leads to other fathers. */
  onBlocked?: () => void
}

/** What one can do about somebody besides talking to him. */
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
  const { mutate, isPending } = useWrite(block, {
    done: { title: msg`${name} is blocked`, description: msg`You can take it back in the settings of your profile.` },
    failed: ({ code }) => ({
      title: msg`Blocking failed`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
    onDone: onBlocked ?? (() => navigate(pathTo('discover'), { replace: true })),
  })
  return (
    <>
      <Menu
        label={t`Options for ${name}`}
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
      <ConfirmDialog
        open={isAsking}
        title={t`Block ${name}?`}
        cancelLabel={t`Cancel`}
        confirmLabel={t`Block`}
        busyLabel={t`Blocking...`}
        busy={isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => mutate({ params: { id: father.id } })}
      >
        <ul className="grid list-disc gap-1 pl-4.5">
          <li>
            <Trans>You no longer see each other, nor each other's playdates.</Trans>
          </li>
          <li>
            <Trans>Neither of you can write to the other any more.</Trans>
          </li>
          <li>
            <Trans>Whoever is on a third father's playdate stays on it.</Trans>
          </li>
          <li>
            <Trans>He is not told. You can take it back at any time.</Trans>
          </li>
        </ul>
      </ConfirmDialog>
    </>
  )
}
