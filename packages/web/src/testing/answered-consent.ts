// Before any module reads it: the privacy dialog is about itself in its own tests alone.
localStorage.setItem('privacy_consent', 'true')
