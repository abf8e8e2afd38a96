import { useApp } from '../../state/use-app'
import { Button } from '../button'

/** An answer ended while nobody looked: asks, once there is something to ask about, whether to say so the next time. */
export function NotifyOffer() {
  const { doneNotifier, settings } = useApp()
  return (
    <section className="banner banner-quiet" aria-label="Notifications">
      <div className="banner-line">
        <p className="banner-text" role="status">
          An answer was ready while you were elsewhere. Shall Parley tell you the next time?
        </p>
        <div className="banner-steps">
          <Button
            look="quiet"
            onClick={() => {
              doneNotifier.dismissOffer()
              void settings.getState().change({ notifyWhenDone: false })
            }}
          >
            No
          </Button>
          <Button onClick={() => void doneNotifier.ask()}>Tell me</Button>
        </div>
      </div>
    </section>
  )
}
