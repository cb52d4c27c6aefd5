import { Plural, Trans } from '@lingui/react/macro'
import { RowContent, RowIcon, rowClass, rowItemClass, rowListClass } from '@papadag/ui/row'
import { useEffect, useRef } from 'react'
import { focusHeading, Link } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'
import { Part } from './part.tsx'
import { PlaydateList } from './playdate-list.tsx'
import { PlaydateRow } from './playdate-row.tsx'
import type { ToShow } from './playdate-to-show.ts'
import { rowOf, type useMine } from './use-mine.ts'
import type { useUpcoming } from './use-upcoming.ts'

type Props = {
  read: ReturnType<typeof useUpcoming>
  mine: ReturnType<typeof useMine>
  toShow: ToShow | undefined
}

/** A father's own: playdates that he made, joined or waits for, and open questions which day suits. */
export function MineRows({ read, mine, toShow }: Props) {
  const { rows, questions } = mine
  const count = rows.length + questions.length
  const countBefore = useRef(count)
  useEffect(() => {
    // The last row disappeared with its list, so the keyboard would start again at the top.
    if (count === 0 && countBefore.current > 0 && document.activeElement === document.body) focusHeading()
    countBefore.current = count
  }, [count])
  if (count === 0) return null
  return (
    <div className="mb-4.5">
      <Part
        title={<Trans context="playdates">Mine</Trans>}
        detail={<span className="text-ink-2 text-sm">{count}</span>}
      >
        <div className="grid gap-2.5">
          <PlaydateList
            read={{ ...read, data: rows }}
            toShow={toShow && { ...toShow, id: rowOf(toShow.id, mine) }}
            skeletons={0}
            empty={null}
            Card={PlaydateRow}
            className={rowListClass}
            itemClassName={rowItemClass}
          />
          {questions.length > 0 && (
            <ul className={rowListClass}>
              {questions.map(({ id, title, isOwn, creator, times }) => (
                <li key={id} className={rowItemClass}>
                  <Link to={pathTo('polls', { id })} className={rowClass}>
                    <RowContent
                      leading={<RowIcon name="calendar" />}
                      title={title}
                      detail={
                        isOwn ? (
                          <Plural value={times.length} one="# day proposed" other="# days proposed" />
                        ) : (
                          <Trans>{creator.firstName} asks which day</Trans>
                        )
                      }
                    />
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </div>
      </Part>
    </div>
  )
}
