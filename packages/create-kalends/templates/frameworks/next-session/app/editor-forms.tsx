/** The form by which editors sign in, or those by which they add an event and sign out. */
export function EditorForms({ isEditor }: { isEditor: boolean }) {
  if (!isEditor) {
    return (
      <form action="/api/sign-in" method="post">
        <label>
          Password of editors <input name="password" type="password" autoComplete="current-password" required />
        </label>{' '}
        <button type="submit">Sign in</button>
      </form>
    )
  }
  return (
    <>
      <h2>Add an event</h2>
      <form action="/api/add-event" method="post">
        <p>
          <label>
            Title <input name="title" required />
          </label>
        </p>
        <p>
          <label>
            Starts <input name="starts" type="datetime-local" required />
          </label>{' '}
          <label>
            Ends <input name="ends" type="datetime-local" required />
          </label>
        </p>
        <button type="submit">Add</button>
      </form>
      <form action="/api/sign-out" method="post">
        <button type="submit">Sign out</button>
      </form>
    </>
  )
}
