import { type SmtpStandIn, startSmtpStandIn } from '../../packages/server/src/testing/smtp-stand-in.ts'
import { freePort } from '../../tools/free-port.ts'
import { startProduct, temporaryDataDir } from '../../tools/product.ts'
import { test as base } from './test.ts'

/** Playwright's `test` with a running Papadag that can send mail, unless a test wants it without. */
export const test = base.extend<object, { smtp: SmtpStandIn; host: '127.0.0.1' | 'localhost'; hasMail: boolean }>({
  /** Passkeys work on localhost, and on no number. */
  host: ['127.0.0.1', { option: true, scope: 'worker' }],
  hasMail: [true, { option: true, scope: 'worker' }],

  smtp: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads here that it needs no other fixture
    async ({}, use) => {
      const smtp = await startSmtpStandIn()
      await use(smtp)
      await smtp.close()
    },
    { scope: 'worker' },
  ],

  foreign: async ({ host, product }, use) => use(host === 'localhost' ? [product.url] : []),

  product: [
    async ({ smtp, host, hasMail }, use) => {
      const { dataDir, remove } = temporaryDataDir()
      const port = String(await freePort())
      const url = `http://${host}:${port}`
      const product = await startProduct({
        DATA_DIR: dataDir,
        DEMO: 'off',
        PORT: port,
        PUBLIC_URL: url,
        ...(hasMail && { SMTP_URL: smtp.url, MAIL_FROM: 'Papadag <hallo@papadag.test>' }),
      })
      await use({ ...product, url })
      await product.kill()
      remove()
    },
    { scope: 'worker', timeout: 600_000 },
  ],
})
