import { Authenticated, Refine } from '@refinedev/core'
import routerProvider from '@refinedev/react-router'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Navigate, Route, Routes } from 'react-router'
import type { Resource } from './data-provider.ts'
import { kinds } from './kinds.ts'
import { notificationProvider } from './notices.tsx'
import { CreatePage, EditPage, Layout, SignInPage } from './pages.tsx'
import { authProvider, provider } from './provider.ts'
import { RecordList } from './record-list.tsx'

const resources = Object.keys(kinds) as Resource[]

const root = document.querySelector('#root')
if (root === null) throw new Error('The page has no element #root.')
createRoot(root).render(
  <BrowserRouter>
    <Refine
      dataProvider={provider}
      authProvider={authProvider}
      notificationProvider={notificationProvider}
      routerProvider={routerProvider}
      resources={resources.map((name) => ({ name, list: `/${name}`, create: `/${name}/create`, edit: `/${name}/edit/:id` }))}
      // The client repeats requests itself, and only those that can succeed then.
      options={{ disableTelemetry: true, reactQuery: { clientConfig: { defaultOptions: { queries: { retry: false } } } } }}
    >
      <Routes>
        <Route path="/sign-in" element={<SignInPage />} />
        <Route
          element={
            <Authenticated key="pages">
              <Layout />
            </Authenticated>
          }
        >
          {resources.flatMap((name) => [
            <Route key={name} path={`/${name}`} element={<RecordList key={name} resource={name} />} />,
            <Route key={`${name}/create`} path={`/${name}/create`} element={<CreatePage key={name} resource={name} />} />,
            <Route key={`${name}/edit`} path={`/${name}/edit/:id`} element={<EditPage key={name} resource={name} />} />,
            <Route key={`${name}/trash`} path={`/trash/${name}`} element={<RecordList key={`${name}/trash`} resource={name} isTrash />} />,
          ])}
          <Route path="*" element={<Navigate to="/events" replace />} />
        </Route>
      </Routes>
    </Refine>
  </BrowserRouter>,
)
