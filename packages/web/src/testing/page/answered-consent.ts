// Set before any module reads it: only the privacy dialog's own tests are about that dialog.
localStorage.setItem('privacy_consent', 'true')
