import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { DbUnavailable, sql } from '../../platform/db/db.ts'
import { chatOf, heard } from '../../testing/chat.ts'
import { testDb } from '../../testing/database.ts'
import { connect } from '../../testing/socket.ts'
import { world } from '../../testing/world.ts'

test('a repeat of a message whose storing seemed to fail is answered after what came before it', async () => {
  const db = await testDb()
  let isAnswerLost = false
  const { host, newFather } = await world({
    db: {
      ...db,
      async many(row, statement) {
        const rows = await db.many(row, statement)
        if (isAnswerLost && statement.text.includes('insert into messages')) throw new DbUnavailable('lost')
        return rows
      },
    },
  })
  const father = await newFather()
  const chatId = await chatOf(host, father)
  await db.run(sql`update chats set requested_by = null`)
  const [mine, his] = [await connect(host), await connect(father)]
  isAnswerLost = true
  his.send({ type: 'send_message', chatId, content: 'een', clientId: randomUUID() })
  await his.frame('error')
  const repeated = { type: 'send_message', chatId, content: 'twee', clientId: randomUUID() } as const
  mine.send(repeated)
  await mine.frame('error')
  isAnswerLost = false
  await db.run(sql`update chats set active_at = now() - interval '20 seconds'`)
  mine.send(repeated)
  await mine.until(() => heard(mine, chatId).find(({ content }) => content === 'twee'))
  expect(heard(mine, chatId)[0]).toMatchObject({ content: 'een', seq: 1 })
})
