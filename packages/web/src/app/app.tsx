import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, useLayoutEffect } from 'react'
import { reads } from '../platform/data/reads.ts'
import { Layout } from './layout.tsx'
import { endPrerendered } from './prerendered/prerendered.ts'
import { Screen } from './router.tsx'

export function App() {
  useLayoutEffect(endPrerendered, [])
  return (
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={reads}>
          <Layout>
            <Screen />
          </Layout>
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>
  )
}
