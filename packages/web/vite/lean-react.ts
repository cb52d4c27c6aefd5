import type { Plugin } from 'vite'

/** Unused features of React DOM, by the functions that only they call. Biome refuses to import such a feature. */
const unused = {
  hydration: `canHydrateHydrationBoundary canHydrateInstance canHydrateTextInstance clearHydrationBoundary
    createFiberFromDehydratedFragment getNextHydratable getNextHydratableInstanceAfterHydrationBoundary
    hideOrUnhideDehydratedBoundary prepareToHydrateHostInstance
    pushDehydratedActivitySuspenseHandler queueHydrationError ReactDOMHydrationRoot
    retryActivityComponentWithoutHydrating retryDehydratedSuspenseBoundary retrySuspenseComponentWithoutHydrating
    throwOnHydrationMismatch updateDehydratedSuspenseComponent`,
  stylesheetsAndScripts: `acquireResource adoptPreloadPropsForScript adoptPreloadPropsForStylesheet
    getHydratableHoistableCache getResource getStylesheetSelectorFromKey insertStylesheet insertStylesheetIntoRoot
    insertSuspendedStylesheets preconnectAs preinitModuleScript preinitScript preinitStyle preload preloadModule
    preloadResource preloadStylesheet stylesheetPropsFromRawProps suspendResource`,
  viewTransitions: `applyViewTransitionName applyViewTransitionToHostInstances
    applyViewTransitionToHostInstancesRecursive commitAppearingPairViewTransitions commitDeletedPairViewTransitions
    commitEnterViewTransitions commitExitViewTransitions commitNestedViewTransitions getViewTransitionClassName
    getViewTransitionName measureClonedInstance measureNestedViewTransitions
    measureViewTransitionHostInstancesRecursive pushViewTransitionCancelableScope restoreEnterOrExitViewTransitions
    restoreNestedViewTransitions restorePairedViewTransitions restoreViewTransitionName
    restoreViewTransitionOnHostInstances scheduleViewTransitionEvent startViewTransition trackEnterViewTransitions
    ViewTransitionPseudoElement`,
}

/** Empties these functions, a ninth of React DOM as sent; a build with another React names those that it lacks. */
export function leanReact(): Plugin {
  return {
    name: 'papadag-lean-react',
    apply: 'build',
    transform: {
      filter: { id: /\/react-dom-client\.production\.js$/ },
      handler(code) {
        const names = new Set(Object.values(unused).flatMap(list => list.split(/\s+/)))
        let lean = code
        for (const statement of this.parse(code).body.reverse()) {
          if (statement.type !== 'FunctionDeclaration' || !statement.body || !names.delete(statement.id?.name ?? ''))
            continue
          lean = `${lean.slice(0, statement.body.start)}{}${lean.slice(statement.body.end)}`
        }
        if (names.size > 0) this.error(`React DOM has no ${[...names].join(', ')}`)
        return { code: lean, map: null }
      },
    },
  }
}
